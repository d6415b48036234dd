import {
	createOnce,
	type CreatedOnce,
	type CreateOnceOptions,
	type CreateOncePorts,
} from './createOnce';
import { recordLeft, watchInLedger } from './course';
import { reword, settle } from '../settle';
import type { Created, TaskOrder } from '../api/creates';
import type { Tasks } from '../api/tasks';
import type { TaskStatus } from '../api/taskStatus';
import { AiAppError } from '../errors/AiAppError';
import { lostTask, tooLateToCreate } from './createErrors';
import { hasEnded } from '../api/lifecycle';
import type { TaskRef, TaskResult } from '../api/taskResult';
import { leftMs, withGrace } from '../resilience/deadline';
import { PAID_GRACE_MS } from '../resilience/timeLimits';
import { readEnd, resultOf, type CompletedTask } from './result';
import { withPlace, type ExecutionQueue, type Place } from '../resilience/rateLimiter';
import { waitForTask, type WaitEnd, type WaitOptions, type WaitPorts } from './wait';
import { noteRunning } from './stopTasks';

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
	const use = { app: options.appId, isTracked: false };
	return withPlace(ports.executionQueue, use, (place) => createAt(place, ports, options));
}

/** The same at a place that is kept, by the rules of createOnce. */
function createAt(
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
	const timeoutMs = Math.max(leftMs(deadline), MIN_HOLD_MS);
	const createdAt = clock.wallNow();
	const held = await tasks.createAndHold(order, timeoutMs, signal);
	return { requestId: held.requestId, createdAt, held };
}

/** The order, unless nobody would wait for its task any more, which would be charged. */
async function orderInTime({ deadline, makeOrder }: AppTaskOptions): Promise<TaskOrder> {
	const order = await makeOrder();
	if (leftMs(deadline) === 0) throw tooLateToCreate();
	return order;
}

/** A task of an earlier try may have ended since. */
async function readStatus(
	ports: AppTaskPorts,
	requestId: string,
	{ key, signal }: AppTaskOptions,
): Promise<TaskStatus> {
	return watchInLedger(ports, key).see(await ports.tasks.status(requestId, signal));
}

/**
 * Creates a task (or attaches to the one of an earlier attempt) and waits for its result, over an
 * open connection or by polling. Keeps its place until the task ends.
 * @throws AiAppError that knows the request id as soon as there is one
 */
export function runAndWait(
	ports: AppTaskPorts & WaitPorts,
	attempt: AppTaskOptions,
	wait: WaitOptions,
): Promise<WaitEnd> {
	const use = { app: attempt.appId, isTracked: true };
	return withPlace(ports.executionQueue, use, (place) => runAt(place, ports, attempt, wait));
}

async function runAt(
	place: Place,
	ports: AppTaskPorts & WaitPorts,
	attempt: AppTaskOptions,
	wait: WaitOptions,
): Promise<WaitEnd> {
	const { appId, deadline, signal } = attempt;
	const makeOrder = () => orderInTime(attempt);
	const created = await createAt(place, ports, { ...attempt, makeOrder });
	const { requestId, seeds, held, attached } = created;
	const ref = { requestId, appId, seeds };
	const inLedger = watchInLedger(ports, attempt.key);
	const see = (task: TaskStatus) => {
		if (hasEnded(task)) place.release();
		return inLedger.see(task);
	};
	if (held) ports.pastTasks.record(appId, held.task);
	const seen = held && { ...held, task: see(held.task) };
	const ended = seen && hasEnded(seen.task) ? seen : undefined;
	const watch = { ...inLedger, see };
	const since = { deadline, isNew: !attached && !held, watch };
	const result = await settle(async () =>
		ended
			? { finished: true, result: resultOf(await readHeld(ports, ref, ended, attempt)) }
			: waitForTask(ports, { ...wait, ...since, ref, signal }),
	);
	const error = result.ok ? undefined : result.error;
	recordLeft(ports, attempt.key, error instanceof AiAppError ? error : undefined);
	if (result.ok) return result.value;
	if (!(error instanceof AiAppError)) throw error;
	noteRunning(ports.progress, requestId, error);
	// A task whose outputs are not found is known to have succeeded.
	if (error.kind !== 'task_not_found' || error.details.status) throw error;
	throw lostTask(error);
}

/** The answer on an open connection may come before the outputs do. */
function readHeld(
	{ tasks }: WaitPorts,
	ref: TaskRef,
	{ outputs, task }: TaskResult,
	{ deadline, signal }: AppTaskOptions,
): Promise<CompletedTask> {
	return reword(
		() =>
			readEnd(
				tasks,
				{ ...ref, task },
				{ deadline: withGrace(deadline, PAID_GRACE_MS), reported: outputs, signal },
			),
		(error) => error.about({ ...ref, status: task.status }),
	);
}
