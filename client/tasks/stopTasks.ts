import type { TaskRef } from '../api/taskResult';
import { hasEnded, phaseOf, statusText } from '../api/lifecycle';
import type { TaskStatus } from '../api/taskStatus';
import { AiAppError } from '../errors/AiAppError';
import { kindOf } from '../errors/kinds';
import { MAY_BE_CHARGED, NOT_CHARGED, PAYS_FOR_TIME } from '../errors/money';
import { say } from '../parsing/say';
import type { Progress } from '../ports';
import { runPool } from '../resilience/pool';
import { repeat } from '../resilience/retry';
import { STOPPED_RECORD_MS } from '../resilience/timeLimits';
import { settle, type Settled } from '../settle';
import { afterBilled } from './spendingLimits';
import { stopTask, type Stopped, type StopPorts } from './stop';

export type TaskToStop = Pick<TaskRef, 'of' | 'requestId'> & {
	/** Stopping may interrupt it while it runs; it is charged for what has run. */
	readonly interruptRunning: boolean;
};

/** Each is a few requests; an execution may leave thousands of tasks. */
const STOPPED_AT_ONCE = 10;

/**
 * Stops tasks because their execution was stopped, and logs what became of each.
 * @returns why the node has no result: what became of the task, or which of several may still run
 */
export async function stopTasks(
	ports: StopPorts & { readonly progress: Pick<Progress, 'note'> },
	tasks: readonly TaskToStop[],
): Promise<AiAppError> {
	const outcomes = await runPool(tasks, STOPPED_AT_ONCE, async ({ requestId, of, ...options }) => {
		const stopped = of === 'model' ? UNSTOPPABLE : await stopTask(ports, requestId, options);
		// Of several, none waits for the record of another before it's stopped itself.
		const isOnly = tasks.length === 1 && stopped.how === 'interrupted';
		const record = isOnly ? await readStopped(ports, requestId, stopped) : undefined;
		const sentence = describeStop(requestId, stopped, record);
		ports.progress.note(say`${sentence}`, { requestId });
		return { ...stopped, requestId, sentence };
	});
	const ends = outcomes.flatMap((outcome) => (outcome?.ok ? [outcome.value] : []));
	const [only] = ends;
	if (only && ends.length === 1)
		return new AiAppError('execution_stopped', say`The execution was canceled. ${only.sentence}`, {
			status: only.status,
		});
	const running = ends.flatMap(({ how, requestId }) => (how === 'still_running' ? requestId : []));
	const canceled = new AiAppError('execution_stopped', 'The execution was canceled', {
		advice: IN_LOG,
	});
	if (running.length === 0) return canceled;
	return canceled.advising(say`These may still be running: ${running}.`);
}

const IN_LOG = "n8n's log says what happened to each task.";

/**
 * Logs that a task may run on although its item has ended: nobody sees the item if the execution is
 * stopped later.
 */
export function noteRunning(
	progress: Pick<Progress, 'note'>,
	requestId: string,
	{ kind, details, message }: AiAppError,
): void {
	const { of, stoppedBy, status = '' } = details;
	if (stoppedBy || kindOf(kind).spendsTask || phaseOf(status).terminal) return;
	// Tasks of apps were stopped by `stopTasks`, which has logged what became of them.
	if (kind === 'execution_stopped' && of !== 'model') return;
	progress.note(say`Task ${requestId} may still be running: ${message}`, { requestId });
}

/** The record of a task that was stopped, with what it was billed; undefined if it isn't final yet. */
export async function readStopped(
	{ tasks, clock }: StopPorts,
	requestId: string,
	{ how }: Stopped,
): Promise<TaskStatus | undefined> {
	if (how === 'still_running') return undefined;
	const read = () => tasks.status(requestId);
	const pauseMs = (status: Settled<TaskStatus>, n: number) =>
		isFinal(status) ? undefined : STOPPED_RECORD_MS[n - 1];
	const last = await settle(() => repeat(read, { clock, pauseMs }));
	return isFinal(last) ? last.value : undefined;
}

function isFinal(status: Settled<TaskStatus>): status is { ok: true; value: TaskStatus } {
	return status.ok && hasEnded(status.value);
}

const UNSTOPPABLE: Stopped = { how: 'still_running', status: undefined };

/** @param record of the task, which has what it was billed; left out where it isn't known */
export function describeStop(
	requestId: string,
	{ how, status, lastError }: Stopped,
	record?: TaskStatus,
): string {
	const task = `Task ${requestId}`;
	switch (how) {
		case 'canceled':
			return `${task} was removed from the queue before it ran. ${NOT_CHARGED}`;
		case 'interrupted':
			return `${task} was interrupted${afterBilled(record)}. ${PAYS_FOR_TIME}`;
		case 'already_finished':
			return `${task} had already finished (${status}).`;
		case 'still_running':
			return [
				say`${task} wasn't stopped and may still be running (last status: ${statusText(status)}).`,
				...(lastError ? [say`${lastError}.`] : []),
				MAY_BE_CHARGED,
			].join(' ');
	}
}
