import {
	createOnce,
	type CreatedOnce,
	type CreateOnceOptions,
	type CreateOncePorts,
} from './createOnce';
import { recordEnd } from './history';
import type { Created, TaskOrder } from '../api/creates';
import { hasEnded } from '../api/lifecycle';
import type { Tasks } from '../api/tasks';
import type { TaskStatus } from '../api/taskStatus';
import { withPlace, type ExecutionQueue, type Place } from '../resilience/rateLimiter';

export type AppTaskPorts = CreateOncePorts & {
	readonly executionQueue: ExecutionQueue;
	readonly tasks: Pick<Tasks, 'create' | 'createAndHold' | 'status'>;
};

export type AppTaskOptions = Omit<CreateOnceOptions<TaskOrder>, 'place' | 'send' | 'status'> & {
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
	return createOnce(ports, {
		...options,
		place,
		send: (order) => (options.isHeld ? hold(ports, order, options) : create(ports, order)),
		status: (requestId) => readStatus(ports, requestId, options),
	});
}

async function create({ progress, tasks }: AppTaskPorts, order: TaskOrder): Promise<Created> {
	const created = await tasks.create(order);
	if (created.held) progress.headersIgnored(order.callbackHeaders !== undefined);
	return created;
}

async function hold(
	{ clock, tasks }: AppTaskPorts,
	order: TaskOrder,
	{ deadline, signal }: AppTaskOptions,
): Promise<Created> {
	const timeoutMs = Math.max(deadline - clock.now(), MIN_HOLD_MS);
	const held = await tasks.createAndHold(order, timeoutMs, signal);
	return { requestId: held.requestId, held };
}

/** A task of an earlier try may have ended since. */
async function readStatus(
	ports: AppTaskPorts,
	requestId: string,
	{ key, signal }: AppTaskOptions,
): Promise<TaskStatus> {
	const task = await ports.tasks.status(requestId, signal);
	if (hasEnded(task)) recordEnd(ports, key, task);
	return task;
}
