import { settle } from '../settle';
import { AiAppError } from '../errors/AiAppError';
import { readOutputs, assertSuccess } from './result';
import type { TaskRef, TaskResult } from '../api/taskResult';
import { endAtDeadline } from './deadline';
import { interruptOverrun, overran } from './overrun';
import { pollUntilEnd, type PollEnd } from './poll';
import { queuedTooLong } from './queueTimeLimit';
import { retry } from '../resilience/retry';
import { STOP_TIMEOUT_MS } from '../resilience/timeLimits';
import type { WaitEnd, WaitOptions, WaitPorts, WaitSince } from './waitOptions';
import { describeStop, stopTasks } from './stopTasks';
import type { TaskStatus } from '../api/taskStatus';
import { say } from '../parsing/say';

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
	const { tasks, clock, pastTasks } = ports;
	const { requestId, appId } = known;
	const startedAt = clock.now();
	const { deadline = startedAt + wait.maxWaitMs, isNew = false, onEnd } = since;
	const polled = await pollUntilEnd({
		read: () => tasks.status(requestId, signal),
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
	if (polled.end === 'deadline' && wait.onTimeout === 'return') {
		const task = polled.last ?? (await retry(() => tasks.status(requestId), clock));
		ports.progress.note(say`Task ${requestId} may still be running (${task.status})`, {
			requestId,
		});
		return { finished: false, result: { ...known, task, outputs: [] } };
	}
	const task = await endOf(ports, known, polled, wait, onEnd);
	onEnd?.(task);
	return { finished: true, result: await finish(ports, known, task, signal) };
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
