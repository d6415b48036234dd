import type { Created, TaskOrder } from '../api/creates';
import type { Tasks } from '../api/tasks';
import { leftMs } from '../resilience/deadline';
import { MIN_HOLD_MS } from '../resilience/timeLimits';
import type { CreatedOnce } from './createOnce';
import { createTask, runTask, type TaskPorts, type TaskRun } from './runTask';
import type { WaitEnd, WaitOptions, WaitPorts } from './wait';

export type AppTaskPorts = TaskPorts & {
	readonly tasks: Pick<Tasks, 'create' | 'createAndHold'>;
};

export type AppTaskOptions = Omit<TaskRun<TaskOrder>, 'about' | 'send' | 'use'> & {
	readonly appId: number;
	/**
	 * Whether to keep the connection open until the task has ended; else only its ID is awaited.
	 */
	readonly isHeld?: boolean;
};

/** Creates the task of an app as `createTask` does. */
export function createAppTask(ports: AppTaskPorts, options: AppTaskOptions): Promise<CreatedOnce> {
	return createTask(ports, runOf(ports, options));
}

/** Creates the task of an app and waits for its result as `runTask` does. */
export function runAppTask(
	ports: AppTaskPorts & WaitPorts,
	options: AppTaskOptions,
	wait: WaitOptions,
): Promise<WaitEnd> {
	return runTask(ports, runOf(ports, options), wait);
}

function runOf(ports: AppTaskPorts, options: AppTaskOptions): TaskRun<TaskOrder> {
	const { appId, isHeld } = options;
	const send = async (order: TaskOrder): Promise<Created> => {
		if (isHeld) return createAndHold(ports, order, options);
		const created = await ports.tasks.create(order);
		if (created.held) ports.progress.headersIgnored(order.callbackHeaders !== undefined);
		return created;
	};
	return { ...options, about: { appId }, use: appId, send };
}

async function createAndHold(
	{ clock, tasks }: AppTaskPorts,
	order: TaskOrder,
	{ deadline, signal }: AppTaskOptions,
): Promise<Created> {
	const timeoutMs = Math.max(leftMs(deadline), MIN_HOLD_MS);
	const createdAt = clock.wallNow();
	const held = await tasks.createAndHold(order, timeoutMs, signal);
	return { requestId: held.requestId, createdAt, held };
}
