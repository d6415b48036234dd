import { DEFAULT_PLAN } from '../../emulator/tasks/taskPlan.mts';
import type { Task } from '../../emulator/tasks/taskStore.mts';
import type { CreateRequest } from '../../emulator/wire/createRequest.mts';
import type { ServiceParameters } from './parameters.mts';
import { createPlaces } from './places.mts';
import type { Schedule } from './schedule.mts';

/** The tasks of the simulated service. */
export type AcceptedTasks = {
	/** Undefined if there is no room for one more. */
	readonly accept: (order: CreateRequest) => Task | undefined;
	readonly find: (requestId: string) => Task | undefined;
	/** How many more there is room for. */
	readonly room: () => number;
	/** Calls this at the end of each task that is accepted from now on. */
	readonly onEnd: (ended: () => void) => void;
};

const NEVER = new AbortController().signal;

/** @param durationMs how long the next one runs */
export function createAcceptedTasks(
	schedule: Schedule,
	parameters: ServiceParameters,
	durationMs: () => number,
): AcceptedTasks {
	const places = createPlaces(parameters);
	const tasks = new Map<string, Task>();
	const listeners: Array<() => void> = [];

	function accept(order: CreateRequest): Task | undefined {
		const now = schedule.now();
		if (places.room(now) <= 0) return undefined;
		const runningMs = durationMs();
		const queuingMs = places.take(now, runningMs);
		const requestId = `task-${tasks.size + 1}`;
		const plan = { ...DEFAULT_PLAN, preparingMs: 0, queuingMs, runningMs };
		const task = { ...order, headers: {}, stopped: NEVER, plan, requestId, createdAt: now };
		tasks.set(requestId, task);
		for (const ended of listeners) schedule.at(now + queuingMs + runningMs, ended);
		return task;
	}

	return {
		accept,
		find: (requestId) => tasks.get(requestId),
		room: () => places.room(schedule.now()),
		onEnd: (ended) => void listeners.push(ended),
	};
}
