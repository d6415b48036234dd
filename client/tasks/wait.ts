import { settle } from '../settle';
import { AiAppError, type ErrorDetails } from '../errors/AiAppError';
import { readOutputs, assertSuccess } from './result';
import type { TaskRef, TaskResult } from '../api/taskResult';
import { pollUntilEnd, withLastError, type PollTimeout } from './poll';
import type { Clock, Progress } from '../ports';
import { retry } from '../resilience/retry';
import type { DurationEstimator } from './durations';
import { describeStop } from './describeStop';
import { stopTask } from './stop';
import type { Tasks } from '../api/tasks';
import type { TaskStatus } from '../api/taskStatus';
import { say } from '../parsing/say';

export type WaitPorts = {
	readonly tasks: Tasks;
	readonly clock: Clock;
	readonly progress: Progress;
	readonly durations: DurationEstimator;
};

export type WaitOptions = {
	readonly maxWaitMs: number;
	/** What happens to a task that has not finished by then. */
	readonly onTimeout: 'fail' | 'return' | 'stop';
	/** Whether stopping may interrupt a running task, which is charged for what has run. */
	readonly interruptRunning: boolean;
};

type WaitSince = {
	readonly waitedMs?: number | undefined;
	readonly isNew?: boolean;
	/** Called when the task has ended, before its outputs are read. */
	readonly onEnd?: () => void;
};

/** What a wait ends with: a finished result, or at the deadline the task as it is. */
export type WaitEnd = { readonly finished: boolean; readonly result: TaskResult };

/**
 * Waits for the end of a task and reads its outputs. When the execution is stopped, the
 * task is stopped too.
 * @param since what came before: how much of Max Wait Time is over, and whether the task was created now
 * @throws AiAppError kind `failed`, `canceled`, `rejected` and the like, `deadline` or `stopped`
 */
export async function waitForTask(
	ports: WaitPorts,
	known: TaskRef,
	wait: WaitOptions,
	signal: AbortSignal | undefined,
	{ waitedMs = 0, isNew = false, onEnd }: WaitSince = {},
): Promise<WaitEnd> {
	const { tasks, clock, durations } = ports;
	const { requestId, appId } = known;
	const startedAt = clock.now();
	const polled = await pollUntilEnd({
		read: () => tasks.status(requestId, signal),
		clock,
		signal,
		startedAt,
		deadline: startedAt + wait.maxWaitMs - waitedMs,
		// When an older task was created is not known here.
		leapMs: (ageMs) => (isNew ? durations.leapMs(appId, ageMs) : undefined),
	});
	if (polled.end === 'stopped') throw await stopped(ports, requestId, wait);
	if (polled.end === 'deadline') return atDeadline(ports, known, polled, wait);
	onEnd?.();
	return { finished: true, result: await finish(ports, known, polled.task, signal) };
}

async function finish(
	{ tasks, clock, durations }: WaitPorts,
	known: TaskRef,
	task: TaskStatus,
	signal: AbortSignal | undefined,
): Promise<TaskResult> {
	const succeeded = task.status === 'Success';
	durations.record(known.appId, task);
	const outputs = await settle(async () =>
		succeeded ? readOutputs(tasks, clock, known.requestId, signal) : [],
	);
	if (outputs.ok) return assertSuccess({ ...known, task, outputs: outputs.value });
	const { error } = outputs;
	throw error instanceof AiAppError ? error.about({ status: task.status }) : error;
}

async function stopped(
	ports: WaitPorts,
	requestId: string,
	wait: WaitOptions,
): Promise<AiAppError> {
	const outcome = await stopTask(ports, requestId, wait);
	const sentence = describeStop(requestId, outcome);
	ports.progress.note(say`${sentence}`, { requestId });
	return new AiAppError('execution_stopped', say`The execution was canceled. ${sentence}`, {
		status: outcome.status,
	});
}

async function atDeadline(
	ports: WaitPorts,
	known: TaskRef,
	timeout: PollTimeout,
	wait: WaitOptions,
): Promise<WaitEnd> {
	const { requestId } = known;
	const { last } = timeout;
	if (wait.onTimeout === 'return') {
		const task = last ?? (await retry(() => ports.tasks.status(requestId), ports.clock));
		return { finished: false, result: { ...known, task, outputs: [] } };
	}
	if (wait.onTimeout !== 'stop') throw late(requestId, timeout, wait, { status: last?.status });
	const outcome = await stopTask(ports, requestId, wait);
	const stoppedAtDeadline = outcome.how === 'canceled' || outcome.how === 'interrupted';
	const details = { status: outcome.status, stoppedAtDeadline };
	const error = late(requestId, timeout, wait, details);
	throw new AiAppError(
		error.kind,
		say`${error}`,
		details,
		say`Raise 'Max Wait Time' in the options if the app needs longer. ${describeStop(requestId, outcome)}`,
	);
}

function late(
	requestId: string,
	timeout: PollTimeout,
	{ maxWaitMs }: WaitOptions,
	details: ErrorDetails,
): AiAppError {
	const minutes = Math.round(maxWaitMs / 6_000) / 10;
	const limit = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
	const then = details.stoppedAtDeadline ? `${limit} and was stopped` : limit;
	const status = timeout.last?.status ?? 'unknown';
	const error = new AiAppError(
		'timeout',
		say`The task didn't finish within ${then} (request ID ${requestId}, last status: ${status})`,
		details,
	);
	return withLastError(error, timeout);
}
