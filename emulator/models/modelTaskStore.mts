import { randomUUID } from 'node:crypto';
import type { TaskPlan } from '../tasks/taskPlan.mts';
import { stateAt } from '../tasks/taskStateMachine.mts';
import type { EmulatorClock } from '../time/clock.mts';
import type { ModelValues, SampleModel } from './model.mts';
import { modelStatus, type ModelStatus } from './modelStatus.mts';

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

export type ModelTaskStore = {
	create(draft: Pick<ModelTask, 'model' | 'values' | 'plan'>): ModelTask;
	find(requestId: string): ModelTask | undefined;
	/** All tasks with their current status, oldest first. */
	records(): ModelTaskRecord[];
	clear(): void;
};

export function createModelTaskStore(clock: EmulatorClock): ModelTaskStore {
	const tasks = new Map<string, ModelTask>();

	function create(draft: Pick<ModelTask, 'model' | 'values' | 'plan'>): ModelTask {
		const task = { ...draft, requestId: randomUUID(), createdAt: clock.now() };
		tasks.set(task.requestId, task);
		return task;
	}

	return {
		create,
		find: (requestId) => tasks.get(requestId),
		records: () => Array.from(tasks.values(), (task) => recordOf(task, clock.now())),
		clear: () => tasks.clear(),
	};
}

function recordOf(task: ModelTask, now: number): ModelTaskRecord {
	const { requestId, model, values, createdAt } = task;
	const status = modelStatus(task, now);
	const finishedAt = stateAt(task, now).endedAt;
	return { requestId, endpoint: model.endpoint, values, createdAt, status, finishedAt };
}
