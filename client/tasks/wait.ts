import type { TaskResult, TaskRef } from '../api/taskResult';
import type { Tasks } from '../api/tasks';
import type { TaskStatus } from '../api/taskStatus';
import type { Clock, Progress } from '../ports';
import type { PastTasks } from './pastTasks';
import { settle, type Settled } from '../settle';
import { hasEnded } from '../api/lifecycle';
import { AiAppError, type ErrorDetails } from '../errors/AiAppError';
import { MAY_BE_CHARGED, PAYS_FOR_TIME } from '../errors/money';
import { say, durationText } from '../parsing/say';
import { repeat, retry } from '../resilience/retry';
import { STOPPED_RECORD_MS, STOP_TIMEOUT_MS } from '../resilience/timeLimits';
import { stopTask, type Stopped, type StopPorts } from './stop';
import { describeStop, stopTasks } from './stopTasks';
import { withLastError, type PollTimeout, pollUntilEnd, type PollEnd } from './poll';
import { readOutputs, assertSuccess } from './result';
import { queuedTooLong } from './queueTimeLimit';

export type WaitPorts = {
	readonly tasks: Tasks;
	readonly clock: Clock;
	readonly progress: Progress;
	readonly pastTasks: PastTasks;
};

export type WaitOptions = {
	readonly maxWaitMs: number;
	/** What happens to a task that has not finished by then. */
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
	known: TaskRef,
	wait: WaitOptions,
	signal: AbortSignal | undefined,
	since: WaitSince = {},
): Promise<WaitEnd> {
	const ended = await settle(() => pollAndFinish(ports, known, wait, signal, since));
	if (ended.ok) return ended.value;
	const { error } = ended;
	const { requestId, appId } = known;
	throw error instanceof AiAppError ? error.about({ requestId, appId }) : error;
}

async function pollAndFinish(
	ports: WaitPorts,
	known: TaskRef,
	wait: WaitOptions,
	signal: AbortSignal | undefined,
	since: WaitSince,
): Promise<WaitEnd> {
	const { tasks, clock, pastTasks, progress } = ports;
	const { requestId, appId } = known;
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
	if (polled.end === 'deadline' && wait.onTimeout === 'return' && !isUnseen(polled)) {
		const task = polled.last ?? (await retry(() => tasks.status(requestId), clock));
		progress.note(say`Task ${requestId} may still be running (${task.status})`, { requestId });
		return { finished: false, result: { ...known, task, outputs: [] } };
	}
	const task = await endOf(ports, known, polled, wait, onEnd);
	onEnd?.(task);
	return { finished: true, result: await finish(ports, known, task, signal) };
}

/** Of a new task that isn't found yet there's nothing to return: it's late, not lost. */
function isUnseen({ last, lastError }: PollTimeout): boolean {
	return last === undefined && lastError?.kind === 'task_not_found';
}

/** The task, if it has ended: at a limit, it may have finished at the very moment when it is stopped. */
function endOf(
	ports: WaitPorts,
	known: TaskRef,
	polled: Exclude<PollEnd, { end: 'stopped' }>,
	wait: WaitOptions,
	onEnd: WaitSince['onEnd'],
): Promise<TaskStatus> | TaskStatus {
	if (polled.end === 'terminal') return polled.task;
	if (polled.end === 'dequeued') {
		onEnd?.(polled.task);
		throw endDequeued(ports, known, wait);
	}
	return polled.end === 'deadline'
		? endAtDeadline(ports, known, polled, wait, onEnd)
		: endOverrun(ports, known, polled.last, wait, onEnd);
}

function endDequeued(
	{ progress }: WaitPorts,
	{ requestId }: TaskRef,
	{ maxQueueMs = Infinity }: WaitOptions,
): AiAppError {
	progress.note(say`${describeStop(requestId, { how: 'canceled', status: 'Canceled' })}`, {
		requestId,
	});
	return queuedTooLong(requestId, maxQueueMs);
}

async function endOverrun(
	ports: WaitPorts,
	{ requestId }: TaskRef,
	last: TaskStatus | undefined,
	{ maxRunMs = Infinity }: WaitOptions,
	onEnd: WaitSince['onEnd'],
): Promise<TaskStatus> {
	const overrun = await interruptOverrun(ports, requestId, last?.status);
	const { stopped, task } = overrun;
	ports.progress.note(say`${describeStop(requestId, stopped)}`, { requestId });
	if (task && (task.status === 'Success' || stopped.how === 'already_finished')) return task;
	if (task) onEnd?.(task);
	throw overran(requestId, overrun, maxRunMs);
}

async function finish(
	{ tasks, clock, pastTasks }: WaitPorts,
	known: TaskRef,
	task: TaskStatus,
	signal: AbortSignal | undefined,
): Promise<TaskResult> {
	pastTasks.record(known.appId, task);
	const outputs = await settle(() => readOutputs(tasks, clock, { ...known, task }, signal));
	if (outputs.ok) return assertSuccess({ ...known, task, outputs: outputs.value });
	const { error } = outputs;
	throw error instanceof AiAppError ? error.about({ status: task.status }) : error;
}

/**
 * Stops a task that hasn't finished within Max Wait Time, if that is asked for.
 * @returns the task if it finished at that very moment
 * @throws AiAppError kind `timeout`
 */
async function endAtDeadline(
	ports: WaitPorts,
	{ requestId }: TaskRef,
	timeout: PollTimeout,
	wait: WaitOptions,
	onEnd: WaitSince['onEnd'],
): Promise<TaskStatus> {
	const { last } = timeout;
	if (wait.onTimeout !== 'stop') throw late(requestId, timeout, wait, { status: last?.status });
	const outcome = await stopTask(ports, requestId, wait);
	const isStopped = outcome.how === 'canceled' || outcome.how === 'interrupted';
	const ended = outcome.how === 'still_running' ? undefined : await readStopped(ports, requestId);
	if (ended && !isStopped) return ended;
	if (ended) onEnd?.(ended);
	const stoppedBy = isStopped ? ('maxWaitTime' as const) : undefined;
	const status = ended?.status ?? (outcome.how === 'canceled' ? 'Canceled' : outcome.status);
	const details = { status, stoppedBy, billedSeconds: ended?.billedSeconds };
	throw late(requestId, timeout, wait, details, describeStop(requestId, outcome));
}

function late(
	requestId: string,
	timeout: PollTimeout,
	{ maxWaitMs }: WaitOptions,
	details: ErrorDetails,
	stop?: string,
): AiAppError {
	const limit = durationText(maxWaitMs);
	const then = details.stoppedBy ? `${limit} and was stopped` : limit;
	const status = timeout.last?.status ?? 'unknown';
	const error = new AiAppError(
		'timeout',
		say`The task didn't finish within ${then} (request ID ${requestId}, last status: ${status})`,
		details,
		stop === undefined
			? undefined
			: say`Raise 'Max Wait Time' under 'Limits' if the app needs longer. ${stop}`,
	);
	return withLastError(error, timeout);
}

/** The record of a task that was stopped, with what it was billed; undefined if it isn't final yet. */
async function readStopped(
	{ tasks, clock }: StopPorts,
	requestId: string,
): Promise<TaskStatus | undefined> {
	const read = () => tasks.status(requestId);
	const pauseMs = (status: Settled<TaskStatus>, n: number) =>
		isFinal(status) ? undefined : STOPPED_RECORD_MS[n - 1];
	const last = await settle(() => repeat(read, { clock, pauseMs }));
	return isFinal(last) ? last.value : undefined;
}

function isFinal(status: Settled<TaskStatus>): status is { ok: true; value: TaskStatus } {
	return status.ok && hasEnded(status.value);
}

/** How a task ended that reached Max Run Time. */
type Overrun = { readonly stopped: Stopped; readonly task: TaskStatus | undefined };

/** Interrupts a task that has run for too long. It may have finished at that very moment. */
async function interruptOverrun(
	ports: StopPorts,
	requestId: string,
	lastStatus: string | undefined,
): Promise<Overrun> {
	const stopped = await stopTask(ports, requestId, { interruptRunning: true, lastStatus });
	const task = stopped.how === 'still_running' ? undefined : await readStopped(ports, requestId);
	return { stopped, task };
}

/** Why an item whose task was interrupted has no result. */
function overran(requestId: string, { stopped, task }: Overrun, maxRunMs: number): AiAppError {
	const isStopped = stopped.how !== 'still_running';
	const seconds = Math.round(maxRunMs / 100) / 10;
	return new AiAppError(
		'budget',
		isStopped
			? say`The task ran longer than ${seconds} seconds and was interrupted (request ID ${requestId})`
			: say`The task couldn't be interrupted after ${seconds} seconds (request ID ${requestId})`,
		{
			status: task?.status ?? stopped.status,
			billedSeconds: task?.billedSeconds,
			stoppedBy: isStopped ? 'maxRunTime' : undefined,
		},
		say`Raise 'Max Run Time' under 'Limits' if the app needs longer. ${isStopped ? PAYS_FOR_TIME : `Stop the task with Task: Stop. ${MAY_BE_CHARGED}`}`,
	);
}
