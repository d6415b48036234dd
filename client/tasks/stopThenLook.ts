import { hasEnded, statusText } from '../api/lifecycle';
import type { TaskStatus } from '../api/taskStatus';
import { afterBilled, say } from '../parsing/say';
import { deadlineIn, leftMs } from '../resilience/deadline';
import { repeat } from '../resilience/retry';
import { STOP_TIMEOUT_MS, STOPPED_LOOK_MS, STOPPED_RECORD_MS } from '../resilience/timeLimits';
import type { Charge, StopWay } from '../ports';
import { settle } from '../settle';
import { costOfCancel, watchAlone, type Watch } from './course';
import { stopTask, type StopOptions, type Stopped, type StopPorts, type WatchedStop } from './stop';

/**
 * What became of a task, and what it has cost. `cost` is undefined if the task had already
 * finished: then only its record tells the cost.
 */
export type StopEnd = Stopped & { readonly cost: Charge | undefined };

/**
 * Stops a task and checks what became of it: the service may confirm a stop that doesn't happen, or
 * that comes after the task has ended.
 */
export async function stopThenLook(
	ports: StopPorts,
	requestId: string,
	options: StopOptions,
): Promise<StopEnd> {
	const watched = { watch: watchAlone(ports.clock), ...options };
	return lookAfterStop(ports, requestId, await stopTask(ports, requestId, watched), watched);
}

/**
 * Checks what became of a stopped task. It's a separate step, so that several tasks can all be
 * stopped before any record is read.
 */
export async function lookAfterStop(
	ports: StopPorts,
	requestId: string,
	stopped: Stopped,
	options: StopOptions,
): Promise<StopEnd> {
	const { watch = watchAlone(ports.clock) } = options;
	const watched = { ...options, watch };
	const first = await lookOnce(ports, requestId, stopped, watched);
	if (first.how !== 'still_running' || stopped.how === 'still_running') return first;
	// The stop was confirmed, but the task keeps running. The second stop is the last.
	const lastStatus = first.status;
	const again = await stopTask(ports, requestId, { ...watched, lastStatus });
	const second = await lookOnce(ports, requestId, again, watched);
	return isUnread(second) ? first : second;
}

type Confirmed = Stopped & { readonly how: StopWay };

/** Whether a stop was confirmed, but no record was read that shows its effect. */
export function isUnread(stopped: Stopped): stopped is Confirmed {
	const { how, record } = stopped;
	return record === undefined && (how === 'canceled' || how === 'interrupted');
}

async function lookOnce(
	ports: StopPorts,
	requestId: string,
	stopped: Stopped,
	{ limit, watch }: WatchedStop,
): Promise<StopEnd> {
	if (!isUnread(stopped)) return { ...stopped, cost: costOfStop(stopped, watch) };
	const end = await readStopped(ports, requestId, stopped, { limit, watch });
	return { ...end, cost: costOfStop(end, watch) };
}

/**
 * Reads the record of a stopped task until it's final or enough time has passed. The last record
 * that was read counts. Without any, only the confirmation is known.
 */
async function readStopped(
	{ tasks, clock }: StopPorts,
	requestId: string,
	stopped: Confirmed,
	{ limit, watch }: Pick<WatchedStop, 'limit' | 'watch'>,
): Promise<Stopped> {
	const deadline = deadlineIn(clock, STOPPED_LOOK_MS);
	const confirm = () => watch.stopped(stopped.how, limit);
	confirm();
	let record: TaskStatus | undefined;
	const pauseMs = (_: unknown, n: number) =>
		(record && hasEnded(record)) || leftMs(deadline) === 0 ? undefined : STOPPED_RECORD_MS[n - 1];
	const read = async () => {
		const task = await tasks.status(requestId, undefined, STOP_TIMEOUT_MS);
		// A previous record may have revoked the confirmation, although it was older.
		confirm();
		return (record = watch.see(task));
	};
	const last = await settle(() => repeat(read, { clock, pauseMs }));
	if (!record) return { ...stopped, lastError: last.ok ? undefined : last.error };
	const { status } = record;
	if (!hasEnded(record)) return { how: 'still_running', status };
	const isLate = status === 'Success' || (stopped.how === 'canceled' && status !== 'Canceled');
	return isLate ? { how: 'already_finished', status, record } : { ...stopped, record };
}

/** What happened to a stopped task, in words, with its billed seconds if they are known. */
export function describeStop(requestId: string, end: StopEnd): string {
	const { cost, how, lastError, record, status } = end;
	const task = `Task ${requestId}`;
	if (isUnread(end)) return unreadStop(requestId);
	switch (how) {
		case 'canceled':
			return cost === 'free'
				? `${task} was removed from the queue before it ran`
				: `${task} was canceled`;
		case 'interrupted':
			return afterBilled(`${task} was interrupted`, record?.billedSeconds);
		case 'already_finished':
			return say`${task} had already finished (${statusText(status)})`;
		case 'still_running': {
			const what = say`${task} wasn't stopped and may still be running (last status: ${statusText(status)})`;
			return lastError ? say`${what}. ${lastError}` : what;
		}
	}
}

/** Whether a task is known to have ended: by the stop, or by itself before it. */
export function isAtEnd(end: Stopped): boolean {
	return end.how !== 'still_running' && !isUnread(end);
}

export function unreadStop(requestId: string): string {
	return `The stop of task ${requestId} was confirmed, but its status couldn't be read`;
}

function costOfStop(stopped: Stopped, watch: Watch): Charge | undefined {
	const { how } = stopped;
	if (how === 'already_finished') return undefined;
	if (isUnread(stopped) || how === 'still_running') return 'unknown';
	if (how === 'interrupted') return 'seconds';
	return costOfCancel(watch.course());
}
