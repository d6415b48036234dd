import { randomUUID } from 'node:crypto';
import type { InputValues } from '../apps/app.mts';
import { type ServiceError, TASK_NOT_FOUND } from '../errors/errorCodes.mts';
import type { EmulatorClock } from '../time/clock.mts';
import {
	endOf,
	stateAt,
	type Stop,
	stopError,
	type StopKind,
	type TaskStatus,
} from './taskStateMachine.mts';
import type { TaskPlan } from './taskPlan.mts';

/** What the create request determines about its task. */
export type TaskDraft = {
	readonly appId: number;
	/** As sent by the client, unknown keys included. */
	readonly inputValues: InputValues;
	readonly suppressPreview: boolean;
	/** The `X-Service-Task-*` headers of the create request, names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly plan: TaskPlan;
};

export type Task = TaskDraft & {
	readonly requestId: string;
	readonly createdAt: number;
	readonly stop?: Stop;
	/** Aborted when the task is stopped, because that moves its end: waiters must recompute. */
	readonly stopped: AbortSignal;
};

/** A task as shown to tests, with its current `status`. */
export type TaskRecord = {
	readonly requestId: string;
	readonly appId: number;
	readonly inputValues: InputValues;
	readonly headers: Readonly<Record<string, string>>;
	readonly createdAt: number;
	readonly status: TaskStatus;
	readonly finishedAt?: number;
	/** How long it has run, whatever came of it: that's what it costs. */
	readonly billedMs: number;
	readonly stop?: Stop;
};

export type TaskStore = {
	create(draft: TaskDraft): Task;
	find(requestId: string): Task | undefined;
	/** Stops a task, or returns why it cannot be stopped. A second stop has no effect. */
	stop(task: Task, by: StopKind): ServiceError | undefined;
	/** How many have not ended. */
	underWay(): number;
	/** All tasks with their current status, oldest first. */
	records(): TaskRecord[];
};

type StoredTask = Task & { stop?: Stop; readonly stopping: AbortController };

export function createTaskStore(clock: EmulatorClock): TaskStore {
	const tasks = new Map<string, StoredTask>();

	function create(draft: TaskDraft): Task {
		const stopping = new AbortController();
		const birth = { requestId: randomUUID(), createdAt: clock.now() };
		const task = { ...draft, ...birth, stopping, stopped: stopping.signal };
		tasks.set(task.requestId, task);
		return task;
	}

	function stop({ requestId }: Task, by: StopKind): ServiceError | undefined {
		const task = tasks.get(requestId);
		if (!task) return TASK_NOT_FOUND;
		const error = stopError(by, stateAt(task, clock.now()).status);
		if (error || task.stop) return error;
		task.stop = { by, at: clock.now() };
		task.stopping.abort();
		return undefined;
	}

	return {
		create,
		find: (requestId) => tasks.get(requestId),
		stop,
		underWay: () => [...tasks.values()].filter((task) => endOf(task) > clock.now()).length,
		records: () => Array.from(tasks.values(), (task) => recordOf(task, clock.now())),
	};
}

/** Resolves when a task is finished, or when `signal` is aborted. */
export async function taskEnd(
	task: Task,
	clock: EmulatorClock,
	signal: AbortSignal,
): Promise<void> {
	await clock.wait(endOf(task), AbortSignal.any([signal, task.stopped]));
	// If a stop moved the end, wait for the new one; otherwise this returns at once.
	await clock.wait(endOf(task), signal);
}

function recordOf(task: Task, now: number): TaskRecord {
	const { requestId, appId, inputValues, headers, createdAt, stop } = task;
	const { status, endedAt, runningAt } = stateAt(task, now);
	const known = { requestId, appId, inputValues, headers, createdAt, stop };
	const billedMs = runningAt === undefined ? 0 : (endedAt ?? now) - runningAt;
	return { ...known, status, finishedAt: endedAt, billedMs };
}
