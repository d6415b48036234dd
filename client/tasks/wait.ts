import type { TaskResult, TaskRef } from '../api/taskResult';
import type { Tasks } from '../api/tasks';
import type { TaskStatus } from '../api/taskStatus';
import type { Clock, Progress, SentTask } from '../ports';
import type { PastTasks } from './pastTasks';
import { reword } from '../settle';
import { statusText } from '../api/lifecycle';
import { AiAppError, type ErrorDetails } from '../errors/AiAppError';
import { say, durationText } from '../parsing/say';
import { deadlineIn, withGrace, type Deadline } from '../resilience/deadline';
import { PAID_GRACE_MS } from '../resilience/timeLimits';
import { costOfStop, describeStop, stopThenLook, type StopEnd } from './stopThenLook';
import { stopTasks } from './stopTasks';
import { type PollTimeout, pollUntilEnd, type PollEnd } from './poll';
import { readEnd, resultOf } from './result';
import { afterBilled, toldSeconds } from './spendingLimits';

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

/** Which task is waited for and how long, and what came before. */
type TaskWait = WaitOptions & {
	readonly ref: TaskRef;
	readonly signal: AbortSignal | undefined;
	/** Of the item: a wait that begins with this call ends after Max Wait Time. */
	readonly deadline?: Deadline;
	/** The task was created just now, so its age is known. */
	readonly isNew?: boolean;
	/** What earlier tries have seen of it. */
	readonly course?: () => SentTask;
	/** Called with each answer about it, and whether this wait has interrupted it. */
	readonly onSeen?: (task: TaskStatus, isInterrupted?: boolean) => void;
};

/** What a wait ends with: a finished result, or at the deadline the task as it is. */
export type WaitEnd = { readonly finished: boolean; readonly result: TaskResult };

/**
 * Waits for the end of a task and reads its outputs. When the execution is stopped, the
 * task is stopped too.
 * @throws AiAppError that knows the task: kind `failed`, `canceled`, `content_rejected` and the like,
 * `timeout`, `queue_timeout`, `budget` or `execution_stopped`
 */
export async function waitForTask(ports: WaitPorts, wait: TaskWait): Promise<WaitEnd> {
	const { requestId, appId } = wait.ref;
	return reword(
		() => pollAndFinish(ports, wait),
		(error) => error.about({ requestId, appId }),
	);
}

async function pollAndFinish(ports: WaitPorts, wait: TaskWait): Promise<WaitEnd> {
	const { clock, progress } = ports;
	const { interruptRunning, ref } = wait;
	const { requestId } = ref;
	const { deadline = deadlineIn(clock, wait.maxWaitMs) } = wait;
	const waiting = { ...ports, ...wait, deadline, startedAt: clock.now() };
	for (let { maxQueueMs } = wait; ; maxQueueMs = undefined) {
		const polled = await poll({ ...waiting, maxQueueMs });
		if (polled.end === 'stopped') throw await stopTasks(ports, [{ requestId, interruptRunning }]);
		if (polled.end === 'terminal')
			return { finished: true, result: await finish(waiting, polled.task) };
		const { last } = polled;
		// If no check was answered, there's nothing to return.
		if (polled.end === 'deadline' && wait.onTimeout === 'return' && last) {
			progress.note(say`Task ${requestId} may still be running (${last.status})`, { requestId });
			return { finished: false, result: { ...ref, task: last, outputs: [] } };
		}
		const ended = await endAtLimit(waiting, polled);
		if (ended) return { finished: true, result: await finish(waiting, ended) };
	}
}

type Waiting = WaitPorts & TaskWait & { readonly deadline: Deadline; readonly startedAt: number };

function poll(waiting: Waiting): Promise<PollEnd> {
	const { course, isNew = false, onSeen, pastTasks, progress, ref, tasks } = waiting;
	const { appId, requestId } = ref;
	return pollUntilEnd({
		...waiting,
		course: course?.() ?? {},
		read: () => tasks.status(requestId, waiting.signal),
		onSeen,
		onPoll: (task) => progress.polled?.(task, appId),
		// When an older task was created is not known here.
		knownDelayMs: (ageMs) => (isNew ? pastTasks.pollDelayMs(appId, ageMs) : undefined),
	});
}

type LimitEnd = Extract<PollEnd, { readonly end: 'deadline' | 'overdue' | 'overrun' }>;

/**
 * Stops a task that has reached a limit, where that is asked for, and looks what became of it.
 * @returns its record if it had ended by itself; undefined if it left the queue at the end of its time
 * there, and is to be waited for
 * @throws AiAppError kind `timeout`, `queue_timeout` or `budget`
 */
async function endAtLimit(waiting: Waiting, limit: LimitEnd): Promise<TaskStatus | undefined> {
	const { onSeen, progress, ref } = waiting;
	const { requestId } = ref;
	const { end, last } = limit;
	if (end === 'deadline' && waiting.onTimeout !== 'stop')
		throw late(requestId, limit, waiting.maxWaitMs, { status: last?.status });
	const stopped = await stopThenLook(waiting, requestId, {
		interruptRunning: mayInterrupt(waiting, limit),
		lastStatus: last?.status,
	});
	const { how, record } = stopped;
	if (record) onSeen?.(record, how === 'interrupted');
	// If it has ended and its record can't be read, polling tells how.
	const isOpen = how === 'still_running' || (how === 'already_finished' && !record);
	if (end === 'overdue' && isOpen) return undefined;
	progress.note(say`${describeStop(requestId, stopped)}`, { requestId }, costOfStop(stopped));
	if (how === 'already_finished' && record) return record;
	throw limitError(waiting, limit, stopped);
}

/** A task that has begun isn't stopped for its time in the queue. */
function mayInterrupt({ interruptRunning }: WaitOptions, { end }: LimitEnd): boolean {
	return end === 'overrun' || (end === 'deadline' && interruptRunning);
}

function limitError(waiting: Waiting, limit: LimitEnd, stopped: StopEnd): AiAppError {
	const { maxQueueMs = 0, ref } = waiting;
	if (limit.end === 'overdue') return queuedTooLong(ref.requestId, maxQueueMs, stopped);
	if (limit.end === 'overrun') return ranTooLong(ref.requestId, waiting, stopped);
	return lateAndStopped(waiting, limit, stopped);
}

function lateAndStopped(
	{ maxWaitMs, ref: { requestId } }: Waiting,
	timeout: PollTimeout,
	stopped: StopEnd,
): AiAppError {
	const { how, record } = stopped;
	const isStopped = how === 'canceled' || how === 'interrupted';
	const details = {
		status: record?.status ?? (how === 'canceled' ? 'Canceled' : stopped.status),
		stoppedBy: isStopped ? ('maxWaitTime' as const) : undefined,
		billedSeconds: record && toldSeconds(record),
		cost: costOfStop(stopped),
		reason: reasonAfterStop(how),
		...(stopped.lastError && { lastError: stopped.lastError }),
	};
	return late(requestId, timeout, maxWaitMs, details);
}

/** A task that had already ended is there to be read. */
function reasonAfterStop(how: StopEnd['how']): ErrorDetails['reason'] {
	if (how === 'already_finished') return undefined;
	return how === 'still_running' ? 'stopRefused' : 'maxWaitTime';
}

async function finish(
	{ deadline, pastTasks, ref, signal, tasks }: Waiting,
	task: TaskStatus,
): Promise<TaskResult> {
	pastTasks.record(ref.appId, task);
	const end = await reword(
		() =>
			readEnd(tasks, { ...ref, task }, { deadline: withGrace(deadline, PAID_GRACE_MS), signal }),
		(error) => error.about({ status: task.status }),
	);
	return resultOf(end);
}

function late(
	requestId: string,
	timeout: PollTimeout,
	maxWaitMs: number,
	details: ErrorDetails,
): AiAppError {
	const limit = durationText(maxWaitMs);
	const { billedSeconds, status: ended = '' } = details;
	const then = details.stoppedBy
		? `${limit} and was stopped${afterBilled({ billedSeconds, status: ended })}`
		: limit;
	const status = statusText(timeout.last?.status);
	return new AiAppError(
		'timeout',
		say`The task didn't finish within ${then} (request ID ${requestId}, last status: ${status})`,
		{ lastError: timeout.lastError, ...details },
	);
}

/** Why an item whose task didn't begin in time has no result. */
function queuedTooLong(requestId: string, maxQueueMs: number, stopped: StopEnd): AiAppError {
	return new AiAppError(
		'queue_timeout',
		say`Canceled after ${durationText(maxQueueMs)} in the queue (request ID ${requestId})`,
		{ status: 'Canceled', cost: costOfStop(stopped) },
	);
}

function ranTooLong(
	requestId: string,
	{ maxRunMs = Infinity }: WaitOptions,
	{ how, record, status }: StopEnd,
): AiAppError {
	const isStopped = how === 'canceled' || how === 'interrupted';
	const limit = durationText(maxRunMs);
	const end = `interrupted${afterBilled(record)}`;
	return new AiAppError(
		'budget',
		isStopped
			? say`The task ran longer than ${limit} and was ${end} (request ID ${requestId})`
			: say`The task couldn't be interrupted after ${limit} (request ID ${requestId})`,
		{
			status: record?.status ?? status,
			billedSeconds: record && toldSeconds(record),
			stoppedBy: isStopped ? 'maxRunTime' : undefined,
			reason: isStopped ? 'maxRunTime' : 'stopRefused',
			cost: isStopped ? 'seconds' : 'unknown',
		},
	);
}
