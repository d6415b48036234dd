import { FIRST_BACKOFF_MS, MAX_BACKOFF_MS, LAST_TRY_MS, LATE_RECORD_MS } from './timeLimits';
import { settle, type Settled } from '../settle';
import type { AiAppError } from '../errors/AiAppError';
import { kindOf } from '../errors/kinds';
import type { Clock } from '../ports';
import { leftMs, type Deadline } from './deadline';

/** Whether a call that failed like this may be repeated, if it changes nothing or is idempotent. */
export function isTransient({ kind }: AiAppError): boolean {
	return kindOf(kind).isTransient === true;
}

export type RepeatOptions<T> = {
	readonly clock: Clock;
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds to wait after attempt `n` (from 1). Undefined if it was the last one. */
	readonly pauseMs: (outcome: Settled<T>, n: number) => number | undefined;
};

/**
 * Repeats a call until it needs no further attempt, or the signal is aborted.
 * @throws what the last attempt threw
 */
export async function repeat<T>(call: () => Promise<T>, options: RepeatOptions<T>): Promise<T> {
	const { clock, signal, pauseMs } = options;
	for (let n = 1; ; n++) {
		const outcome = await settle(call);
		const ms = signal?.aborted ? undefined : pauseMs(outcome, n);
		if (ms !== undefined) await clock.sleep(ms, signal);
		else if (outcome.ok) return outcome.value;
		else throw outcome.error;
	}
}

const MAX_ATTEMPTS = 4;

/**
 * Repeats a call that is safe to repeat (reads, cancel, interrupt) with growing pauses, until the
 * deadline. If a pause would exceed the deadline, the call is repeated once more shortly before it.
 * @throws the last AiAppError if every attempt failed, the time is over or the cause is permanent
 */
export function retry<T>(
	call: () => Promise<T>,
	deadline: Deadline,
	signal?: AbortSignal,
	maxAttempts = MAX_ATTEMPTS,
): Promise<T> {
	const { clock } = deadline;
	return repeat(call, {
		clock,
		signal,
		pauseMs(outcome, n) {
			const pauseMs = n < maxAttempts ? backoffAfter(outcome, n, clock) : undefined;
			const remainingMs = leftMs(deadline) - LAST_TRY_MS;
			return pauseMs === undefined || remainingMs <= 0 ? undefined : Math.min(pauseMs, remainingMs);
		},
	});
}

function backoffAfter(outcome: Settled<unknown>, n: number, clock: Clock): number | undefined {
	if (outcome.ok || !isTransient(outcome.error) || outcome.error.details.outOfBounds)
		return undefined;
	return backoffMs(n, clock.random, outcome.error.details.retryAfterMs);
}

/**
 * Repeats a read of a task that may have been created just now: it may be found a few seconds later.
 * @throws the last AiAppError, as `retry` does
 */
export function retryWhileLate<T>(
	read: () => Promise<T>,
	deadline: Deadline,
	signal?: AbortSignal,
): Promise<T> {
	return repeat(() => retry(read, deadline, signal), {
		clock: deadline.clock,
		signal,
		pauseMs: (outcome, n) => (isNotFound(outcome) ? LATE_RECORD_MS[n - 1] : undefined),
	});
}

/** Whether the service does not know the task, or not yet. */
export function isNotFound(outcome: Settled<unknown>): boolean {
	return !outcome.ok && outcome.error.kind === 'task_not_found';
}

/**
 * Repeats a call as `retry` does, but any number of times. The call gets the milliseconds that it
 * may take.
 * @throws the last AiAppError if the time is over or the cause is permanent
 */
export function retryUntil<T>(
	call: (timeoutMs: number) => Promise<T>,
	deadline: Deadline,
	signal?: AbortSignal,
): Promise<T> {
	const inTime = () => call(Math.ceil(Math.max(leftMs(deadline), LAST_TRY_MS)));
	return retry(inTime, deadline, signal, Infinity);
}

/**
 * Milliseconds to wait after the n-th failure in a row (n from 1): doubled each time, capped, spread
 * over the upper half so that many items do not come back at the same moment.
 */
export function backoffMs(n: number, random: () => number, retryAfterMs = 0): number {
	const full = Math.min(FIRST_BACKOFF_MS * 2 ** (n - 1), MAX_BACKOFF_MS);
	return Math.max(full * (0.5 + random() / 2), retryAfterMs);
}
