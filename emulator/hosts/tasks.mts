import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { INVALID_PARAMETER, TASK_NOT_FOUND } from '../errors/errorCodes.mts';
import { envelope, keyRoute, sendError } from './answers.mts';
import type { Service } from '../service/service.mts';
import { serviceOf } from '../service/serviceOf.mts';
import type { Quirks } from '../settings/quirks.mts';
import { outputName } from '../storage/objects.mts';
import { isDelayed, type TaskPlan } from '../tasks/taskPlan.mts';
import {
	stateAt,
	type StopKind,
	type TaskCourse,
	type TaskState,
} from '../tasks/taskStateMachine.mts';
import type { Task } from '../tasks/taskStore.mts';
import { expiryOf, serviceTime } from '../time/serviceTime.mts';

type TaskRoute = { Params: { requestId: string } };
type TaskRequest = FastifyRequest<TaskRoute>;

const TASK = '/v1/webapp/task/openapi/:requestId';

/** Status and outputs of a task, cancel and interrupt (spec: endpoints). */
export function taskRoutes(app: FastifyInstance): void {
	app.get<TaskRoute>(TASK, keyRoute('status'), status);
	app.get<TaskRoute>(`${TASK}/outputs`, keyRoute('outputs'), outputs);
	app.put<TaskRoute>(`${TASK}/cancel`, keyRoute('cancel'), stopBy('cancel'));
	app.put<TaskRoute>(`${TASK}/interrupt`, keyRoute('interrupt'), stopBy('interrupt'));

	async function status(request: TaskRequest, reply: FastifyReply): Promise<unknown> {
		const service = serviceOf(request);
		const { clock, quirks, tasks } = service;
		const task = tasks.find(request.params.requestId);
		if (!task || isHidden(task, service)) return sendError(reply, TASK_NOT_FOUND);
		return envelope(statusRecord(task, clock.now(), quirks));
	}

	async function outputs(request: TaskRequest, reply: FastifyReply): Promise<unknown> {
		const service = serviceOf(request);
		const { clock, quirks, tasks } = service;
		const task = tasks.find(request.params.requestId);
		if (!task) return sendError(reply, TASK_NOT_FOUND);
		const now = clock.now();
		return envelope(outputsRecord(task, now, outputRecords(task, now, service), quirks));
	}

	function stopBy(by: StopKind) {
		return async (request: TaskRequest, reply: FastifyReply): Promise<unknown> => {
			const { tasks } = serviceOf(request);
			if (request.body !== undefined) return sendError(reply, INVALID_PARAMETER);
			const task = tasks.find(request.params.requestId);
			const error = task ? tasks.stop(task, by) : TASK_NOT_FOUND;
			return error ? sendError(reply, error) : envelope({});
		};
	}
}

/** The live service does not find a new task for a moment. */
export function isHidden({ createdAt, plan }: TaskCourse, { clock, quirks }: Service): boolean {
	return quirks.lateRecords && clock.now() < createdAt + plan.notFoundMs;
}

/** Seen in every record; its meaning is unknown. */
const GROUP = 94;

/** The `data` of a status answer at `now` (spec: task). */
function statusRecord(task: Task, now: number, quirks: Quirks): object {
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
function outputsRecord(
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
		...(quirks.extraFields && { running_at: serviceTime(state.runningAt) }),
		request_id: task.requestId,
		outputs: shownOutputs(outputs, quirks),
	};
}

/** An unfinished task shows an empty list, or none. */
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
	const isUntold = quirks.noInferenceSeconds || hidesSeconds(state, quirks);
	return {
		type: 'API',
		status: statusWord(task, state.status),
		...times(task, state, quirks),
		...(state.status === 'Failed' && { error_message: errorMessage(task) }),
		...(!isUntold && isBilled && { inference_cost_time: seconds }),
		cost_times: costs,
	};
}

function hidesSeconds({ status }: TaskState, { noStoppedSeconds }: Quirks): boolean {
	return noStoppedSeconds && (status === 'Canceled' || status === 'Failed');
}

function times(task: Task, state: TaskState, quirks: Quirks): object {
	const ended = serviceTime(state.endedAt) ?? (quirks.sparseRecords ? undefined : null);
	return {
		created_at: serviceTime(task.createdAt),
		updated_at: serviceTime(state.updatedAt),
		executed_at: serviceTime(state.executedAt) ?? (quirks.sparseRecords ? undefined : ''),
		ended_at: quirks.noEndedAt ? undefined : ended,
		expired_at: serviceTime(expiryOf(task, quirks)),
	};
}

/** Durations in ms, once the task is finished; no `real_` members if it was interrupted. */
function costTimes(task: Task, state: TaskState, quirks: Quirks): Record<string, number> {
	const { status, runningAt, endedAt } = state;
	if (!endedAt || !runningAt || status === 'Failed' || hidesSeconds(state, quirks)) return {};
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
		...(!quirks.sparseRecords && { real_bizyair_cost_time: 1 }),
	};
}

function statusWord({ plan }: Task, status: TaskState['status']): string {
	if (status === 'Queuing' || status === 'Preparing') return status;
	return (status === 'Running' ? plan.unknownStatus : plan.unknownEnd) ?? status;
}

function errorMessage({ plan }: Task): string {
	return plan.errorMessage ?? 'Task execution failed.';
}

/** An output (spec: task outputs); a failed one has no file. */
export type OutputRecord = {
	readonly object_url?: string;
	readonly output_ext?: string;
	readonly cost_time?: number;
	readonly audit_status?: number;
	readonly error_type: string;
	readonly error_msg?: string;
};

const PENDING = 1;
const APPROVED = 2;
const REJECTED = 3;

/** The outputs of a task at `now`; undefined while it is unfinished. */
export function outputRecords(
	task: Task,
	now: number,
	service: Service,
): OutputRecord[] | undefined {
	const { plan } = task;
	const { status, endedAt } = stateAt(task, now);
	if (endedAt === undefined) return undefined;
	if (status === 'Canceled') return [];
	if (status === 'Failed' || plan.outputs === 'error') return [failedOutput(plan, service.quirks)];
	return isDelayed(plan, now - endedAt) ? [] : fileOutputs(task, service);
}

function fileOutputs(task: Task, service: Service): OutputRecord[] {
	const { requestId, plan } = task;
	const exts = service.files.outputs(task).map(({ ext }) => ext);
	if (plan.outputs === 'partial' && exts.length === 1) exts.push(...exts);
	return exts.map((ext, index) => ({
		object_url: `${service.addresses.storage}/outputs/${outputName({ requestId, index }, ext)}`,
		output_ext: ext,
		cost_time: plan.runningMs,
		...auditStatus(plan, index === exts.length - 1, service.quirks),
		error_type: 'NOT_ERROR',
	}));
}

function auditStatus(
	{ outputs, auditStatus: planned }: TaskPlan,
	isLast: boolean,
	{ noAuditStatus }: Quirks,
): Pick<OutputRecord, 'audit_status'> {
	const isRejected = outputs === 'rejected' || (outputs === 'partial' && isLast);
	if (isRejected) return { audit_status: REJECTED };
	return noAuditStatus && !planned ? {} : { audit_status: planned ?? APPROVED };
}

function failedOutput(
	{ errorMessage, outputMessage, runningMs }: TaskPlan,
	{ sparseRecords }: Quirks,
): OutputRecord {
	const error_msg = outputMessage ?? errorMessage ?? 'Execution failed.';
	const failure = { error_type: 'EXECUTION_ERROR', error_msg };
	if (sparseRecords) return failure;
	const nothing = { object_url: '', output_ext: '', cost_time: runningMs, audit_status: PENDING };
	return { ...nothing, ...failure };
}
