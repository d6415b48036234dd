import { hasEnded, statusText } from '../api/lifecycle';
import type { TaskStatus } from '../api/taskStatus';
import type { Charge } from '../errors/kinds';
import { say } from '../parsing/say';
import { deadlineIn, leftMs } from '../resilience/deadline';
import { repeat } from '../resilience/retry';
import { STOP_TIMEOUT_MS, STOPPED_LOOK_MS, STOPPED_RECORD_MS } from '../resilience/timeLimits';
import { settle, type Settled } from '../settle';
import { afterBilled } from './spendingLimits';
import { stopTask, type StopOptions, type Stopped, type StopPorts } from './stop';

/** What became of a task, with its final record if the service had it in time. */
export type StopEnd = Stopped & { readonly record?: TaskStatus | undefined };

/**
 * Stops a task and looks what became of it: the service may confirm a stop that doesn't happen, or
 * that comes after the end.
 */
export async function stopThenLook(
	ports: StopPorts,
	requestId: string,
	options: StopOptions,
): Promise<StopEnd> {
	return lookAfterStop(ports, requestId, await stopTask(ports, requestId, options), options);
}

/** The second half, for tasks of which none is to wait for the record of another before it's stopped. */
export async function lookAfterStop(
	ports: StopPorts,
	requestId: string,
	stopped: Stopped,
	options: StopOptions,
): Promise<StopEnd> {
	if (stopped.how === 'still_running') return stopped;
	const first = await readStopped(ports, requestId);
	if (!first.ok || hasEnded(first.value)) return endOf(stopped, first);
	// Confirmed, but it goes on: the second stop is the last.
	const again = await stopTask(ports, requestId, { ...options, lastStatus: first.value.status });
	if (again.how === 'still_running') return again;
	return endOf(again, await readStopped(ports, requestId));
}

/** Without an answer, the service's confirmation is all that is known. */
function endOf(stopped: Stopped, read: Settled<TaskStatus>): StopEnd {
	if (!read.ok) return stopped;
	const record = read.value;
	const { status } = record;
	if (!hasEnded(record)) return { how: 'still_running', status };
	const isLate = status === 'Success' || (stopped.how === 'canceled' && status !== 'Canceled');
	return isLate ? { how: 'already_finished', status, record } : { ...stopped, record };
}

/** The record of a task that was stopped, read until it's final or enough time has passed for that. */
async function readStopped(
	{ tasks, clock }: StopPorts,
	requestId: string,
): Promise<Settled<TaskStatus>> {
	const deadline = deadlineIn(clock, STOPPED_LOOK_MS);
	const pauseMs = (status: Settled<TaskStatus>, n: number) => {
		const isFinal = status.ok && hasEnded(status.value);
		return isFinal || leftMs(deadline) === 0 ? undefined : STOPPED_RECORD_MS[n - 1];
	};
	const read = () => tasks.status(requestId, undefined, STOP_TIMEOUT_MS);
	return settle(() => repeat(read, { clock, pauseMs }));
}

/** What happened to it, with what it was billed where that is known. */
export function describeStop(
	requestId: string,
	{ how, status, lastError, record }: StopEnd,
): string {
	const task = `Task ${requestId}`;
	switch (how) {
		case 'canceled':
			return isFreeStop(record)
				? `${task} was removed from the queue before it ran`
				: `${task} was canceled`;
		case 'interrupted':
			return `${task} was interrupted${afterBilled(record)}`;
		case 'already_finished':
			return say`${task} had already finished (${statusText(status)})`;
		case 'still_running': {
			const what = say`${task} wasn't stopped and may still be running (last status: ${statusText(status)})`;
			return lastError ? say`${what}. ${lastError}` : what;
		}
	}
}

/** What a task has cost that was to be stopped; undefined if that isn't for the stop to say. */
export function costOfStop({ how, record }: StopEnd): Charge | undefined {
	if (how === 'already_finished') return undefined;
	if (how === 'interrupted') return 'seconds';
	return how === 'canceled' && isFreeStop(record) ? 'free' : 'unknown';
}

function isFreeStop(record: TaskStatus | undefined): boolean {
	return record !== undefined && !record.hasBegun;
}
