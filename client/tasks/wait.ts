import type { TaskResult, TaskRef } from '../api/taskResult';
import type { Tasks } from '../api/tasks';
import type { TaskStatus } from '../api/taskStatus';
import type { Clock, Progress } from '../ports';
import type { PastTasks } from './pastTasks';
import { reword } from '../settle';
import { statusText } from '../api/lifecycle';
import { AiAppError, type ErrorDetails } from '../errors/AiAppError';
import { MAY_BE_CHARGED, PAYS_FOR_TIME } from '../errors/money';
import { say, durationText } from '../parsing/say';
import { STOP_TIMEOUT_MS } from '../resilience/timeLimits';
import { stopTask } from './stop';
import { describeStop, readStopped, stopTasks } from './stopTasks';
import { withLastError, type PollTimeout, pollUntilEnd, type PollEnd } from './poll';
import { fetchOutputs, assertSuccess } from './result';
import { queuedTooLong } from './queueTimeLimit';
import { afterBilled } from './spendingLimits';

export type WaitPorts = {
	readonly tasks: Tasks;
	readonly clock: Clock;
	readonly progress: Progress;
	readonly pastTasks: PastTasks;
};

export type WaitOptions = {
	readonly maxWaitMs: number;
	readonly onTimeout: 'fail' | 'return' | 'stop';
	/** Whether stopping may interrupt a running task, which is charged for what has run. */
	readonly interruptRunning: boolean;
	/** Queuing for longer, the task is canceled; left out where there is no limit. */
	readonly maxQueueMs?: number | undefined;
	/** Running for longer, the task is interrupted; left out where there is no limit. */
	readonly maxRunMs?: number | undefined;
};

type WaitSince = {
	/** Of the item: a wait that begins with this call ends after Max Wait Time. */
	readonly deadline?: number;
	/** The task was created just now, so its age is known. */
	readonly isNew?: boolean;
	/** Called with the task when it has ended, before its outputs are read. */
	readonly onEnd?: (task: TaskStatus) => void;
};

/** What a wait ends with: a finished result, or at the deadline the task as it is. */
export type WaitEnd = { readonly finished: boolean; readonly result: TaskResult };

/**
 * Waits for the end of a task and reads its outputs. When the execution is stopped, the
 * task is stopped too.
 * @param since what came before: the deadline of the item, and whether the task was created now
 * @throws AiAppError that knows the task: kind `failed`, `canceled`, `content_rejected` and the like,
 * `timeout`, `queue_timeout`, `budget` or `execution_stopped`
 */
export async function waitForTask(
	ports: WaitPorts,
	ref: TaskRef,
	wait: WaitOptions,
	signal: AbortSignal | undefined,
	since: WaitSince = {},
): Promise<WaitEnd> {
	const { requestId, appId } = ref;
	return reword(
		() => pollAndFinish(ports, ref, wait, signal, since),
		(error) => error.about({ requestId, appId }),
	);
}

async function pollAndFinish(
	ports: WaitPorts,
	ref: TaskRef,
	wait: WaitOptions,
	signal: AbortSignal | undefined,
	since: WaitSince,
): Promise<WaitEnd> {
	const { tasks, clock, pastTasks, progress } = ports;
	const { requestId, appId } = ref;
	const startedAt = clock.now();
	const { deadline = startedAt + wait.maxWaitMs, isNew = false, onEnd } = since;
	const polled = await pollUntilEnd({
		read: () => tasks.status(requestId, signal),
		onPoll: (task) => progress.polled?.(task, appId),
		clock,
		signal,
		startedAt,
		deadline,
		maxQueueMs: wait.maxQueueMs,
		cancel: () => tasks.cancel(requestId, STOP_TIMEOUT_MS),
		maxRunMs: wait.maxRunMs,
		// When an older task was created is not known here.
		knownDelayMs: (ageMs) => (isNew ? pastTasks.pollDelayMs(appId, ageMs) : undefined),
	});
	if (polled.end === 'stopped') throw await stopTasks(ports, [{ requestId, ...wait }]);
	// If no check was answered, there's nothing to return.
	const last = polled.end === 'deadline' && wait.onTimeout === 'return' ? polled.last : undefined;
	if (last) {
		progress.note(say`Task ${requestId} may still be running (${last.status})`, { requestId });
		return { finished: false, result: { ...ref, task: last, outputs: [] } };
	}
	const task = await endedOrThrow({ ...ports, ...wait, requestId, onEnd }, polled);
	onEnd?.(task);
	return { finished: true, result: await finish(ports, ref, task, signal) };
}

/** A wait that is over. */
type Waiting = WaitPorts &
	WaitOptions & { readonly requestId: string; readonly onEnd: WaitSince['onEnd'] };

/** The ended task. At a limit: throws, and stops it if asked to, unless it finished at that very moment. */
function endedOrThrow(
	waiting: Waiting,
	polled: Exclude<PollEnd, { end: 'stopped' }>,
): Promise<TaskStatus> | TaskStatus {
	if (polled.end === 'terminal') return polled.task;
	if (polled.end === 'deadline') return endAtDeadline(waiting, polled);
	if (polled.end === 'overrun') return endOverrun(waiting, polled.last);
	const { maxQueueMs = Infinity, onEnd, progress, requestId } = waiting;
	onEnd?.(polled.task);
	const sentence = describeStop(requestId, { how: 'canceled', status: 'Canceled' });
	progress.note(say`${sentence}`, { requestId });
	throw queuedTooLong(requestId, maxQueueMs);
}

async function finish(
	{ tasks, clock, pastTasks }: WaitPorts,
	ref: TaskRef,
	task: TaskStatus,
	signal: AbortSignal | undefined,
): Promise<TaskResult> {
	pastTasks.record(ref.appId, task);
	const outputs = await reword(
		() => fetchOutputs(tasks, clock, { ...ref, task }, signal),
		(error) => error.about({ status: task.status }),
	);
	return assertSuccess({ ...ref, task, outputs });
}

/**
 * Stops a task that hasn't finished within Max Wait Time, if that is asked for.
 * @returns the task if it finished at that very moment
 * @throws AiAppError kind `timeout`
 */
async function endAtDeadline(waiting: Waiting, timeout: PollTimeout): Promise<TaskStatus> {
	const { maxWaitMs, onEnd, onTimeout, requestId } = waiting;
	const { last } = timeout;
	if (onTimeout !== 'stop') throw late(requestId, timeout, maxWaitMs, { status: last?.status });
	const stopped = await stopTask(waiting, requestId, waiting);
	const isStopped = stopped.how === 'canceled' || stopped.how === 'interrupted';
	const ended = await readStopped(waiting, requestId, stopped);
	const sentence = describeStop(requestId, stopped, ended);
	waiting.progress.note(say`${sentence}`, { requestId });
	if (ended && !isStopped) return ended;
	if (ended) onEnd?.(ended);
	const stoppedBy = isStopped ? ('maxWaitTime' as const) : undefined;
	const status = ended?.status ?? (stopped.how === 'canceled' ? 'Canceled' : stopped.status);
	const details = { status, stoppedBy, billedSeconds: ended?.billedSeconds };
	throw late(requestId, timeout, maxWaitMs, details, describeStop(requestId, stopped));
}

function late(
	requestId: string,
	timeout: PollTimeout,
	maxWaitMs: number,
	details: ErrorDetails,
	stop?: string,
): AiAppError {
	const limit = durationText(maxWaitMs);
	const then = details.stoppedBy ? `${limit} and was stopped${afterBilled(details)}` : limit;
	const status = statusText(timeout.last?.status);
	const error = new AiAppError(
		'timeout',
		say`The task didn't finish within ${then} (request ID ${requestId}, last status: ${status})`,
		{
			...details,
			...(stop !== undefined && {
				advice: say`Raise 'Max Wait Time' under 'Limits' if the app needs longer. ${stop}`,
			}),
		},
	);
	return withLastError(error, timeout);
}

/** Interrupts a task that has run for too long. It may have finished at that very moment. */
async function endOverrun(waiting: Waiting, last: TaskStatus | undefined): Promise<TaskStatus> {
	const { maxRunMs = Infinity, onEnd, progress, requestId } = waiting;
	const options = { interruptRunning: true, lastStatus: last?.status };
	const stopped = await stopTask(waiting, requestId, options);
	const task = await readStopped(waiting, requestId, stopped);
	progress.note(say`${describeStop(requestId, stopped, task)}`, { requestId });
	if (task && (task.status === 'Success' || stopped.how === 'already_finished')) return task;
	if (task) onEnd?.(task);
	const isStopped = stopped.how !== 'still_running';
	const end = `interrupted${afterBilled(task)}`;
	const seconds = Math.round(maxRunMs / 100) / 10;
	throw new AiAppError(
		'budget',
		isStopped
			? say`The task ran longer than ${seconds} seconds and was ${end} (request ID ${requestId})`
			: say`The task couldn't be interrupted after ${seconds} seconds (request ID ${requestId})`,
		{
			status: task?.status ?? stopped.status,
			billedSeconds: task?.billedSeconds,
			stoppedBy: isStopped ? 'maxRunTime' : undefined,
			advice: say`Raise 'Max Run Time' under 'Limits' if the app needs longer. ${isStopped ? PAYS_FOR_TIME : `Stop the task with Task: Stop. ${MAY_BE_CHARGED}`}`,
		},
	);
}
