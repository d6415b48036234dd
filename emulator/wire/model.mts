import type { OutputFile } from '../apps/app.mts';
import { filesOf, outputsOf } from '../models/modelOutputs.mts';
import { modelStatus } from '../models/modelStatus.mts';
import type { ModelTask } from '../models/modelTaskStore.mts';
import type { Service } from '../service/service.mts';
import { outputName } from '../storage/outputNames.mts';
import { isDelayed } from '../tasks/taskPlan.mts';
import { stateAt, type TaskState } from '../tasks/taskStateMachine.mts';
import { serviceTime } from '../time/serviceTime.mts';

/** URLs and texts by kind; empty kinds are omitted. */
type ModelOutputsRecord = Readonly<
	Partial<Record<'images' | 'videos' | 'audios' | 'texts', string[]>>
>;

/** The `data` of a status answer for a model's task (spec: further endpoints). */
export function modelRecord(task: ModelTask, { addresses, clock }: Service): object {
	const now = clock.now();
	const state = stateAt(task, now);
	const status = modelStatus(task, now);
	const { unknownStatus, errorMessage = 'Task execution failed.' } = task.plan;
	return {
		request_id: task.requestId,
		status: status === 'Running' ? (unknownStatus ?? status) : status,
		created_at: serviceTime(task.createdAt),
		executed_at: formatTime(state.executedAt),
		ended_at: formatTime(state.endedAt),
		outputs: hasOutputs(task, state, now) ? outputsRecord(task, addresses.storage) : {},
		cost_times: costTimes(task, state),
		...(status === 'Failed' && { message: errorMessage }),
	};
}

/** Models have no audit: plans other than `good` and `late` give no outputs. */
function hasOutputs({ plan }: ModelTask, { status, endedAt }: TaskState, now: number): boolean {
	if (status !== 'Success' || endedAt === undefined) return false;
	const areMade = plan.outputs === 'good' || plan.outputs === 'late';
	return areMade && !isDelayed(plan, now - endedAt);
}

function outputsRecord(task: ModelTask, storageUrl: string): ModelOutputsRecord {
	const outputs = outputsOf(task);
	const files = filesOf(outputs);

	function addressOf(file: OutputFile): string {
		const place = { requestId: task.requestId, index: files.indexOf(file) };
		return `${storageUrl}/outputs/${outputName(place, file.ext)}`;
	}
	return {
		images: outputs.images?.map(addressOf),
		videos: outputs.videos?.map(addressOf),
		audios: outputs.audios?.map(addressOf),
		texts: outputs.texts && [...outputs.texts],
	};
}

/** Durations in ms, once the task is finished. */
function costTimes({ createdAt }: ModelTask, { status, runningAt, endedAt }: TaskState): object {
	if (endedAt === undefined || runningAt === undefined) return {};
	const total = { total_cost_time: endedAt - createdAt };
	return status === 'Failed' ? total : { ...total, inference_duration: endedAt - runningAt };
}

function formatTime(instant: number | undefined): string | undefined {
	return instant === undefined ? undefined : serviceTime(instant);
}
