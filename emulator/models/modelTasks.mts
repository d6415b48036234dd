import { randomUUID } from 'node:crypto';
import type { OutputFile } from '../apps/app.mts';
import type { TaskPlan } from '../tasks/taskPlan.mts';
import { endOf, stateAt, type TaskCourse } from '../tasks/taskStateMachine.mts';
import type { EmulatorClock } from '../time/clock.mts';
import type { ModelOutputs, ModelValues, SampleModel } from './models.mts';

export type ModelTask = {
	readonly requestId: string;
	readonly model: SampleModel;
	/** As sent by the client, unknown parameters included. */
	readonly values: ModelValues;
	readonly plan: TaskPlan;
	readonly createdAt: number;
};

/** A task as shown to tests, with its current `status`. */
export type ModelTaskRecord = {
	readonly requestId: string;
	readonly endpoint: string;
	readonly values: ModelValues;
	readonly createdAt: number;
	readonly status: ModelStatus;
	readonly finishedAt?: number;
};

export type ModelTaskStore = ReturnType<typeof createModelTaskStore>;

export function createModelTaskStore(clock: EmulatorClock) {
	const tasks = new Map<string, ModelTask>();

	function create(draft: Pick<ModelTask, 'model' | 'values' | 'plan'>): ModelTask {
		const task = { ...draft, requestId: randomUUID(), createdAt: clock.now() };
		tasks.set(task.requestId, task);
		return task;
	}

	return {
		create,
		find: (requestId: string) => tasks.get(requestId),
		/** All tasks with their current status, oldest first. */
		records: () => Array.from(tasks.values(), (task) => recordOf(task, clock.now())),
	};
}

function recordOf(task: ModelTask, now: number): ModelTaskRecord {
	const { requestId, model, values, createdAt } = task;
	const status = modelStatus(task, now);
	const finishedAt = stateAt(task, now).endedAt;
	return { requestId, endpoint: model.endpoint, values, createdAt, status, finishedAt };
}

export type ModelStatus = 'Pending' | 'Running' | 'Saving' | 'Success' | 'Failed';

/** The share of the running time that is reported as saving. */
const SAVING_SHARE = 0.1;

/** The status of a model's task at `now`. Models have their own status words and no stop. */
export function modelStatus(course: TaskCourse, now: number): ModelStatus {
	const { status } = stateAt(course, now);
	if (status === 'Success' || status === 'Failed') return status;
	if (status !== 'Running') return 'Pending';
	const saving = endOf(course) - course.plan.runningMs * SAVING_SHARE;
	return now < saving ? 'Running' : 'Saving';
}

export function outputsOf({ model, values, requestId }: ModelTask): ModelOutputs {
	return model.outputs(withDefaults(model, values), requestId);
}

/** The files among the outputs, in the order in which they are numbered. */
export function filesOf({ images = [], videos = [], audios = [] }: ModelOutputs): OutputFile[] {
	return [...images, ...videos, ...audios];
}

function withDefaults({ parameters }: SampleModel, sent: ModelValues): ModelValues {
	const values = parameters.map(({ name, value }) => [name, sent[name] ?? value] as const);
	return Object.fromEntries(values);
}
