import type { Quirks } from '../settings/quirks.mts';
import { stateAt, type TaskState } from '../tasks/taskStateMachine.mts';
import type { Task } from '../tasks/taskStore.mts';
import { expiryOf, serviceTime } from '../time/serviceTime.mts';
import type { OutputRecord } from './outputs.mts';

/** Seen in every record; its meaning is unknown. */
const GROUP = 94;

/** The `data` of a status answer at `now` (spec: task). */
export function statusRecord(task: Task, now: number, quirks: Quirks): object {
	const state = stateAt(task, now);
	return {
		...(!quirks.noRequestId && { request_id: task.requestId }),
		...common(task, state, quirks),
		...(state.status === 'Queuing' && {
			queue_info: { queue_count: task.plan.queueCount ?? -1 },
		}),
		...(quirks.extraFields && { group_id: GROUP }),
	};
}

/** The `data` of an outputs answer: null when suppressed. */
export function outputsRecord(
	task: Task,
	now: number,
	outputs: OutputRecord[] | undefined,
	quirks: Quirks,
): object {
	const { status } = stateAt(task, now);
	const shown = task.suppressPreview ? null : shownOutputs(outputs, quirks);
	return { request_id: task.requestId, status: statusWord(task, status), outputs: shown };
}

/** A task as open connections and callbacks get it: status and outputs, without envelope. */
export function flatRecord(
	task: Task,
	now: number,
	outputs: OutputRecord[] | undefined,
	quirks: Quirks,
): object {
	const state = stateAt(task, now);
	return {
		...common(task, state, quirks),
		...(quirks.extraFields && { running_at: formatTime(state.runningAt) }),
		request_id: task.requestId,
		outputs: shownOutputs(outputs, quirks),
	};
}

/** Of an unfinished task: an empty list, or none. */
function shownOutputs(
	outputs: OutputRecord[] | undefined,
	{ sparseRecords }: Quirks,
): OutputRecord[] | undefined {
	return outputs ?? (sparseRecords ? undefined : []);
}

function common(task: Task, state: TaskState, quirks: Quirks): object {
	const costs = costTimes(task, state, quirks);
	const seconds = Math.round((costs['inference_cost_time'] ?? 0) / 1000);
	const isBilled = state.endedAt !== undefined || !quirks.sparseRecords;
	return {
		type: 'API',
		status: statusWord(task, state.status),
		...times(task, state, quirks),
		...(state.status === 'Failed' && { error_message: errorMessage(task) }),
		...(!quirks.noInferenceSeconds && isBilled && { inference_cost_time: seconds }),
		cost_times: costs,
	};
}

function times({ createdAt, plan }: Task, state: TaskState, quirks: Quirks): object {
	const ended = formatTime(state.endedAt) ?? (quirks.sparseRecords ? undefined : null);
	return {
		created_at: serviceTime(createdAt),
		updated_at: serviceTime(state.updatedAt),
		executed_at: formatTime(state.executedAt) ?? (quirks.sparseRecords ? undefined : ''),
		ended_at: quirks.noEndedAt ? undefined : ended,
		expired_at: serviceTime(expiryOf(createdAt, plan.expiresAfterMs)),
	};
}

function formatTime(instant: number | undefined): string | undefined {
	return instant === undefined ? undefined : serviceTime(instant);
}

/** Durations in ms, once the task is finished; no `real_` members if it was interrupted. */
function costTimes(
	task: Task,
	{ status, runningAt, endedAt }: TaskState,
	{ sparseRecords }: Quirks,
): Record<string, number> {
	if (!endedAt || !runningAt || status === 'Failed') return {};
	const running = endedAt - runningAt;
	const spent = {
		inference_cost_time: Math.round(running * 0.8),
		running_cost_time: running,
		total_cost_time: endedAt - task.createdAt,
	};
	if (status === 'Canceled') return spent;
	const cpu = Math.round(running * 0.05);
	const gpu = Math.round(running * 0.5);
	return {
		...spent,
		real_cpu_cost_time: cpu,
		real_gpu_cost_time: gpu,
		real_total_cost_time: cpu + gpu,
		...(!sparseRecords && { real_bizyair_cost_time: 1 }),
	};
}

function statusWord({ plan }: Task, status: TaskState['status']): string {
	if (status === 'Queuing' || status === 'Preparing') return status;
	return (status === 'Running' ? plan.unknownStatus : plan.unknownEnd) ?? status;
}

function errorMessage({ plan }: Task): string {
	return plan.errorMessage ?? 'Task execution failed.';
}
