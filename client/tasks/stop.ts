import { settle } from '../settle';
import type { AiAppError } from '../errors/AiAppError';
import { kindOf } from '../errors/kinds';
import { hasEnded, phaseOf, type Phase } from '../api/lifecycle';
import { isTransient, retry } from '../resilience/retry';
import type { Clock, StopLimit, StopWay } from '../ports';
import type { Tasks } from '../api/tasks';
import type { TaskStatus } from '../api/taskStatus';
import type { Watch } from './course';
import { deadlineIn } from '../resilience/deadline';
import {
	FREE_CALLS_MS,
	STOP_FOLLOW_MS,
	STOP_POLL_MS,
	STOP_TIMEOUT_MS,
	STOP_UNKNOWN_TASK_MS,
} from '../resilience/timeLimits';

/**
 * What became of a task that was to be stopped, as items say it. `already_finished`: it was over
 * before it could be stopped. `still_running`: it could not, or must not, be stopped.
 */
type StopResult = 'already_finished' | 'canceled' | 'interrupted' | 'still_running';

export type Stopped = {
	readonly how: StopResult;
	readonly status: string | undefined;
	/** The task's record, if one was read that shows that the task has ended. */
	readonly record?: TaskStatus | undefined;
	/** Why it keeps running, where the last call was refused or failed. */
	readonly lastError?: AiAppError | undefined;
};

export type StopOptions = {
	/** Whether stopping may interrupt a running task. The time it ran is charged. */
	readonly interruptRunning: boolean;
	/**
	 * Somebody waits for the answer: gives up soon on a task that is not found, or a service that is not
	 * reached.
	 */
	readonly isImpatient?: boolean;
	/** The status known before; used as long as no status request is answered. */
	readonly lastStatus?: string | undefined;
	/** Learns what is seen of the task. */
	readonly watch?: Watch;
	/** The limit at which it's stopped, if a retry wouldn't get past it. */
	readonly limit?: StopLimit | undefined;
};

export type WatchedStop = StopOptions & { readonly watch: Watch };

export type StopPorts = {
	readonly tasks: Pick<Tasks, 'status' | 'cancel' | 'interrupt'>;
	readonly clock: Clock;
};

/** After so many failed polls a cancel is sent anyway: it succeeds if the task is still queuing. */
const MAX_MISSED_POLLS = 3;

/** What the calls so far have shown. */
type Seen = {
	readonly status: string | undefined;
	readonly missedPolls: number;
	readonly refusedCancel: boolean;
	/** A call without an answer, which may have done its work all the same. */
	readonly unanswered: StopWay | undefined;
	readonly pauseMs: number;
	readonly lastError: AiAppError | undefined;
	/** Steps in a row in which the service refused the account. */
	readonly refusals: number;
};

/** A key that is refused this often in a row will be refused further on. */
const MAX_REFUSALS = 2;

const HOW = { cancel: 'canceled', interrupt: 'interrupted' } as const;

/**
 * Stops a task as its status allows (spec: States and transitions): a queued task is canceled free
 * of charge, a running one is interrupted if `interruptRunning` is set, and one in between is
 * polled until it can be stopped. A call without an answer is repeated after another poll. Never
 * throws: the result says what remains unknown.
 */
export async function stopTask(
	{ tasks, clock }: StopPorts,
	requestId: string,
	options: WatchedStop,
): Promise<Stopped> {
	const { isImpatient = false, lastStatus } = options;
	const startedAt = clock.now();
	let seen: Seen = {
		...{ status: lastStatus, missedPolls: 0, refusedCancel: false, unanswered: undefined },
		...{ pauseMs: STOP_POLL_MS, lastError: undefined, refusals: 0 },
	};
	for (;;) {
		const step = await pollAndStop(tasks, requestId, options, seen);
		if ('how' in step) return step;
		seen = step;
		const agedMs = clock.now() - startedAt;
		const leftMs = STOP_FOLLOW_MS - agedMs;
		if (leftMs <= 0 || isHopeless(seen, agedMs, isImpatient))
			return { how: 'still_running', status: seen.status, lastError: seen.lastError };
		await clock.sleep(Math.min(seen.pauseMs, leftMs));
	}
}

function isHopeless(
	{ lastError, refusals, missedPolls }: Seen,
	agedMs: number,
	isImpatient: boolean,
) {
	if (refusals >= MAX_REFUSALS) return true;
	if (!isImpatient) return false;
	if (lastError?.kind === 'unreachable') return missedPolls >= MAX_MISSED_POLLS;
	return lastError?.kind === 'task_not_found' && agedMs >= STOP_UNKNOWN_TASK_MS;
}

async function pollAndStop(
	tasks: StopPorts['tasks'],
	requestId: string,
	options: WatchedStop,
	before: Seen,
): Promise<Stopped | Seen> {
	const { interruptRunning, watch } = options;
	const poll = await settle(() => tasks.status(requestId, undefined, STOP_TIMEOUT_MS));
	if (poll.ok && hasEnded(poll.value)) return endedBy(before.unanswered, poll.value, options);
	if (poll.ok) watch.see(poll.value);
	const polled = { ...before, pauseMs: STOP_POLL_MS };
	const seen = poll.ok
		? { ...polled, status: poll.value.status, missedPolls: 0, lastError: undefined }
		: withError({ ...polled, missedPolls: before.missedPolls + 1 }, poll.error);
	const { missedPolls, status } = seen;
	const call = nextCall(phaseOf(status ?? ''), seen);
	if (call === 'interrupt' && !interruptRunning) return { how: 'still_running', status };
	if (!poll.ok && isTransient(poll.error) && missedPolls < MAX_MISSED_POLLS) return seen;
	return call ? tryTo(call, tasks, requestId, seen) : seen;
}

/**
 * How a task that was to be stopped has ended: perhaps by a call of this node that got no answer.
 */
function endedBy(
	unanswered: Seen['unanswered'],
	record: TaskStatus,
	{ limit, watch }: WatchedStop,
): Stopped {
	const { status } = record;
	const stop = status === 'Canceled' ? unanswered : undefined;
	if (stop) watch.stopped(stop, limit);
	return { how: stop ?? 'already_finished', status, record: watch.see(record) };
}

/**
 * A queued task is canceled, and a running one is interrupted. A task in any other phase is canceled
 * first. If the service refuses that, a Preparing task refuses interrupt as well, so its next status
 * decides. A task whose status has an unknown name may be running, so it's interrupted.
 */
function nextCall(phase: Phase, { refusedCancel }: Seen) {
	if (phase === 'queued' || (phase !== 'running' && !refusedCancel)) return 'cancel';
	return phase === 'between' ? undefined : 'interrupt';
}

async function tryTo(
	stop: 'cancel' | 'interrupt',
	tasks: StopPorts['tasks'],
	requestId: string,
	seen: Seen,
): Promise<Stopped | Seen> {
	const call = await settle(() => tasks[stop](requestId, STOP_TIMEOUT_MS));
	if (call.ok) return { how: HOW[stop], status: seen.status };
	const after = withError(seen, call.error);
	if (!isTransient(call.error))
		return { ...after, refusedCancel: seen.refusedCancel || stop === 'cancel' };
	const pauseMs = Math.max(STOP_POLL_MS, call.error.details.retryAfterMs ?? 0);
	return { ...after, unanswered: HOW[stop], pauseMs };
}

function withError(seen: Seen, lastError: AiAppError): Seen {
	const { isOfAccount } = kindOf(lastError.kind);
	return { ...seen, lastError, refusals: isOfAccount ? seen.refusals + 1 : 0 };
}

/**
 * Interrupts a running task. Unlike cancel, this is not idempotent: if an answer was lost and the
 * next attempt is refused, the first one may have worked, and the task's status tells.
 * @throws AiAppError kind `conflict` when the task is not running
 */
export async function interruptTask(
	{ tasks, clock }: StopPorts,
	requestId: string,
	signal: AbortSignal | undefined,
): Promise<void> {
	let unanswered = false;
	await retry(
		async () => {
			const result = await settle(() => tasks.interrupt(requestId));
			if (result.ok) return;
			const isRefused = result.error.kind === 'conflict';
			unanswered ||= isTransient(result.error);
			if (!isRefused || !unanswered) throw result.error;
			const task = await tasks.status(requestId, signal);
			if (task.status === 'Success' || !hasEnded(task)) throw result.error;
		},
		deadlineIn(clock, FREE_CALLS_MS),
		signal,
	);
}
