import type { TaskOutput } from '../api/taskOutputs';
import type { TaskResult, TaskRef } from '../api/taskResult';
import type { Tasks } from '../api/tasks';
import type { TaskStatus } from '../api/taskStatus';
import type { Clock, Progress, StopLimit } from '../ports';
import type { PastTasks } from './pastTasks';
import { reword } from '../settle';
import { hasEnded, statusText } from '../api/lifecycle';
import { AiAppError, type ErrorDetails } from '../errors/AiAppError';
import { say, durationText } from '../parsing/say';
import { deadlineIn, withGrace, type Deadline } from '../resilience/deadline';
import { PAID_GRACE_MS } from '../resilience/timeLimits';
import { describeStop, isAtEnd, isUnread, stopThenLook, type StopEnd } from './stopThenLook';
import { stopTasks } from './stopTasks';
import { type PollTimeout, pollUntilEnd, type PollEnd } from './poll';
import { readEnd, resultOf } from './result';
import { costOfCancel, watchAlone, type Watch } from './course';

export type WaitPorts = {
	readonly tasks: Pick<Tasks, 'cancel' | 'interrupt' | 'result' | 'status'>;
	readonly clock: Clock;
	readonly progress: Progress;
	readonly pastTasks: PastTasks;
};

export type WaitOptions = {
	readonly maxWaitMs: number;
	readonly onTimeout: 'fail' | 'return' | 'stop';
	/** A task that queues for longer is canceled; left out where there is no limit. */
	readonly maxQueueMs?: number | undefined;
	/** A task that runs for longer is interrupted; left out where there is no limit. */
	readonly maxRunMs?: number | undefined;
};

/** Which task is waited for and how long, and what came before. */
type TaskWait = WaitOptions & {
	readonly ref: TaskRef;
	readonly signal: AbortSignal | undefined;
	/** The item's deadline. If left out, Max Wait Time begins with this call. */
	readonly deadline?: Deadline;
	/** The task was created just now, so its age is known. */
	readonly isNew?: boolean;
	/** The answer to its create, if the connection was kept open. */
	readonly held?: Pick<TaskResult, 'outputs' | 'task'> | undefined;
	/** Knows what earlier attempts have seen of it. */
	readonly watch?: Watch;
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
	const { requestId, appId, of } = wait.ref;
	return reword(
		() => pollAndFinish(ports, wait),
		(error) => error.about({ requestId, appId, of }),
	);
}

async function pollAndFinish(ports: WaitPorts, wait: TaskWait): Promise<WaitEnd> {
	const { clock, progress } = ports;
	const { held, ref } = wait;
	const { of, requestId } = ref;
	const { deadline = deadlineIn(clock, wait.maxWaitMs), watch = watchAlone(clock) } = wait;
	const waiting = { ...ports, ...wait, deadline, startedAt: clock.now(), watch };
	const answered = held && watch.see(held.task);
	if (answered && hasEnded(answered))
		return { finished: true, result: await finish(waiting, answered, held.outputs) };
	for (let { maxQueueMs } = wait; ; maxQueueMs = undefined) {
		const polled = await poll({ ...waiting, maxQueueMs });
		if (polled.end === 'stopped') throw await stopTasks(ports, [{ requestId, of, watch }]);
		if (polled.end === 'terminal') {
			if (isOverdue(waiting)) throw queuedTooLong(waiting);
			return { finished: true, result: await finish(waiting, polled.task) };
		}
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

type Waiting = WaitPorts &
	TaskWait & { readonly deadline: Deadline; readonly startedAt: number; readonly watch: Watch };

function poll(waiting: Waiting): Promise<PollEnd> {
	const { isNew = false, pastTasks, progress, ref, tasks, watch } = waiting;
	const { appId, requestId } = ref;
	return pollUntilEnd({
		...waiting,
		course: watch.course(),
		read: async () => watch.see(await tasks.status(requestId, waiting.signal)),
		onPoll: (task) => progress.polled?.(task),
		// The age of an older task is unknown here.
		knownDelayMs: (ageMs) => (isNew ? pastTasks.pollDelayMs(appId, ageMs) : undefined),
	});
}

type LimitEnd = Extract<PollEnd, { readonly end: 'deadline' | 'overdue' | 'overrun' }>;

/**
 * Stops a task that has reached a limit, if that is requested, and checks what became of it.
 * @returns the task's record if it had ended by itself. Undefined if the task was in the queue for
 * too long, but no record shows that it was canceled: then it must be waited for.
 * @throws AiAppError kind `timeout`, `queue_timeout` or `budget`
 */
async function endAtLimit(waiting: Waiting, limit: LimitEnd): Promise<TaskStatus | undefined> {
	const { maxRunMs = Infinity, maxWaitMs, onTimeout, progress, ref, watch } = waiting;
	const { requestId } = ref;
	const { end, last } = limit;
	if (end === 'deadline' && onTimeout !== 'stop') throw late(waiting, limit);
	const stopped = await stopThenLook(waiting, requestId, {
		// A task that has begun isn't stopped for its time in the queue.
		interruptRunning: end !== 'overdue',
		lastStatus: last?.status,
		limit: STOP_LIMITS[end],
		watch,
	});
	const { how, record } = stopped;
	if (end === 'overdue' && !record) return undefined;
	progress.note(say`${describeStop(requestId, stopped)}`, { requestId }, stopped.cost);
	if (how === 'already_finished' && record) return record;
	if (end === 'overdue') throw queuedTooLong(waiting);
	const facts = factsAfterStop(stopped, STOP_LIMITS[end]);
	const what = describeStop(requestId, { ...stopped, lastError: undefined });
	const over =
		end === 'overrun'
			? `ran longer than ${durationText(maxRunMs)}`
			: `didn't finish within ${durationText(maxWaitMs)}`;
	const kind = end === 'overrun' ? 'budget' : 'timeout';
	throw new AiAppError(kind, say`The task ${over}. ${what}`, facts);
}

const STOP_LIMITS = { deadline: 'maxWaitTime', overdue: undefined, overrun: 'maxRunTime' } as const;

/** What is known of a task after its stop at a limit. */
function factsAfterStop(stopped: StopEnd, limit: StopLimit): ErrorDetails {
	const { cost, lastError, record, status } = stopped;
	const { billedSeconds } = record ?? {};
	const facts = { cost, lastError, status: record?.status ?? status, billedSeconds };
	if (isUnread(stopped)) return { ...facts, reason: 'stopUnread' };
	if (!isAtEnd(stopped)) return { ...facts, reason: 'stopRefused' };
	return { ...facts, stoppedBy: limit };
}

/**
 * Reads the result of a task that has ended, and remembers how long it took.
 * @param reported the outputs that came with the news that it has ended; others may be late
 */
async function finish(
	{ pastTasks, ref, signal, tasks, ...waiting }: Waiting,
	task: TaskStatus,
	reported?: readonly TaskOutput[],
): Promise<TaskResult> {
	pastTasks.record(ref.appId, task);
	const deadline = withGrace(waiting.deadline, PAID_GRACE_MS);
	return resultOf(await readEnd(tasks, { ...ref, task }, { deadline, reported, signal }));
}

/** The error of an item whose task didn't finish in time, and isn't stopped. */
function late(
	{ maxWaitMs, ref: { requestId } }: Waiting,
	{ last, lastError }: PollTimeout,
): AiAppError {
	const known = `request ID ${requestId}, last status: ${statusText(last?.status)}`;
	return new AiAppError(
		'timeout',
		say`The task didn't finish within ${durationText(maxWaitMs)} (${known})`,
		{ lastError, status: last?.status },
	);
}

/** Whether a task has ended because this wait canceled it at the end of its time in the queue. */
function isOverdue({ maxQueueMs, watch }: Waiting): boolean {
	const { isCanceledInQueue, status, stoppedBy } = watch.course();
	const isCanceled = isCanceledInQueue === true && status === 'Canceled';
	return maxQueueMs !== undefined && isCanceled && stoppedBy === undefined;
}

/** The error of an item whose task didn't begin in time. */
function queuedTooLong({ maxQueueMs = 0, ref, watch }: Waiting): AiAppError {
	return new AiAppError(
		'queue_timeout',
		say`This node canceled the task after ${durationText(maxQueueMs)} in the queue (request ID ${ref.requestId})`,
		{ status: 'Canceled', cost: costOfCancel(watch.course()) },
	);
}
