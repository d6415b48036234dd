import {
	createOnce,
	type CreatedOnce,
	type CreateOnceOptions,
	type CreateOncePorts,
} from './createOnce';
import { recordEnd } from './history';
import type { Created, TaskOrder } from '../api/creates';
import { hasEnded } from '../api/lifecycle';
import type { SentTask } from '../ports';
import type { Tasks } from '../api/tasks';
import type { TaskStatus } from '../api/taskStatus';
import { withPlace, type ExecutionQueue, type Place } from '../resilience/rateLimiter';

export type AppTaskPorts = CreateOncePorts & {
	readonly executionQueue: ExecutionQueue;
	readonly tasks: Pick<Tasks, 'checkCallback' | 'create' | 'createAndHold' | 'status'>;
};

/** What is sent, and what the ledger keeps of it. */
export type AppTaskRequest = TaskOrder & Pick<SentTask, 'seeds' | 'workHash'>;

export type AppTaskOptions = Omit<
	CreateOnceOptions<AppTaskRequest>,
	'create' | 'status' | 'place'
> & {
	readonly appId: number;
	/** Whether the connection is held until the task has ended; else only the id is awaited. */
	readonly isHeld?: boolean;
};

/** The service asks clients to keep a connection open for at least this long (spec: Limits). */
const MIN_HOLD_MS = 60_000;

/** Creates the task of an app, or attaches to the one of an earlier attempt. Nobody waits for its end. */
export function createAppTask(ports: AppTaskPorts, options: AppTaskOptions): Promise<CreatedOnce> {
	return withPlace(ports.executionQueue, { isTracked: false }, (place) =>
		createAt(place, ports, options),
	);
}

/** The same at a place that is kept, by the rules of createOnce. */
export function createAt(
	place: Place,
	ports: AppTaskPorts,
	options: AppTaskOptions,
): Promise<CreatedOnce> {
	const { deadline, isHeld = false, signal } = options;
	const { clock, progress, tasks } = ports;

	async function prepare(): Promise<AppTaskRequest> {
		const request = await options.prepare();
		// A header that cannot be sent must not look like a create whose fate is unknown.
		if (request.callback) tasks.checkCallback(request.callback);
		return request;
	}

	async function create(request: AppTaskRequest): Promise<Created> {
		if (isHeld) return createHeld(request);
		const created = await tasks.create(request);
		if (created.held) progress.headersIgnored(request.callback !== undefined);
		return created;
	}

	async function createHeld(request: AppTaskRequest): Promise<Created> {
		const timeoutMs = Math.max(deadline - clock.now(), MIN_HOLD_MS);
		const held = await tasks.createAndHold(request, timeoutMs, signal);
		return { requestId: held.requestId, held };
	}

	/** A task of an earlier try may have ended since. */
	async function status(requestId: string): Promise<TaskStatus> {
		const task = await tasks.status(requestId, signal);
		if (hasEnded(task)) recordEnd(ports, options.key, task);
		return task;
	}

	return createOnce(ports, { ...options, place, prepare, create, status });
}
