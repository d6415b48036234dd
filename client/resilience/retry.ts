import { FIRST_BACKOFF_MS, MAX_BACKOFF_MS, LAST_TRY_MS, LATE_RECORD_MS } from './timeLimits';
import { settle, type Settled } from '../settle';
import { AiAppError } from '../errors/AiAppError';
import { kindOf } from '../errors/kinds';
import type { Clock } from '../ports';

/** Whether a call that changes nothing, or is idempotent, may be repeated after this. */
export function isTransient(error: unknown): error is AiAppError {
	return error instanceof AiAppError && kindOf(error.kind).isTransient === true;
}

export type RepeatOptions<T> = {
	readonly clock: Clock;
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds before the next attempt, after the n-th (from 1); undefined ends it. */
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
 * Repeats a call that is safe to repeat (reads, cancel, interrupt) with growing pauses.
 * @throws the last AiAppError if every attempt failed or the cause is permanent
 */
export function retry<T>(
	call: () => Promise<T>,
	clock: Clock,
	signal?: AbortSignal,
	maxAttempts = MAX_ATTEMPTS,
): Promise<T> {
	return repeat(call, {
		clock,
		signal,
		pauseMs: (outcome, n) => (n < maxAttempts ? backoffAfter(outcome, n, clock) : undefined),
	});
}

function backoffAfter(outcome: Settled<unknown>, n: number, clock: Clock): number | undefined {
	if (outcome.ok || !isTransient(outcome.error)) return undefined;
	return backoffMs(n, clock.random, outcome.error.details.retryAfterMs);
}

/**
 * Repeats a read of a task that may have been created just now: it may be found a few seconds later.
 * @throws the last AiAppError, as `retry` does
 */
export function retryWhileLate<T>(
	read: () => Promise<T>,
	clock: Clock,
	signal?: AbortSignal,
): Promise<T> {
	return repeat(() => retry(read, clock, signal), {
		clock,
		signal,
		pauseMs: (outcome, n) => (isNotFound(outcome) ? LATE_RECORD_MS[n - 1] : undefined),
	});
}

/** Whether the service does not know the task, or not yet. */
export function isNotFound(outcome: Settled<unknown>): boolean {
	return (
		!outcome.ok && outcome.error instanceof AiAppError && outcome.error.kind === 'task_not_found'
	);
}

/**
 * Repeats a read for as long as `forMs`, attempts included. A service that requests a longer pause is
 * called once more at the end of it. The call gets the milliseconds that it may take.
 * @throws the last AiAppError if the time is over or the cause is permanent
 */
export function retryFor<T>(
	call: (timeoutMs: number) => Promise<T>,
	clock: Clock,
	forMs: number,
	signal?: AbortSignal,
): Promise<T> {
	const until = clock.now() + forMs;
	return repeat(() => call(Math.ceil(Math.max(until - clock.now(), LAST_TRY_MS))), {
		clock,
		signal,
		pauseMs: (outcome, n) => {
			const leftMs = until - LAST_TRY_MS - clock.now();
			const pauseMs = backoffAfter(outcome, n, clock);
			return leftMs <= 0 || pauseMs === undefined ? undefined : Math.min(pauseMs, leftMs);
		},
	});
}

/**
 * Milliseconds to wait after the n-th failure in a row (n from 1): doubled each time, capped, spread
 * over the upper half so that many items do not come back at the same moment.
 */
export function backoffMs(n: number, random: () => number, retryAfterMs?: number): number {
	const full = Math.min(FIRST_BACKOFF_MS * 2 ** (n - 1), MAX_BACKOFF_MS);
	return Math.max(full * (0.5 + random() / 2), retryAfterMs ?? 0);
}
