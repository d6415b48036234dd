import { settle } from '../settle';
import { AiAppError } from '../errors/AiAppError';
import type { ErrorKind } from '../errors/kinds';
import type { Clock } from '../ports';
import { backoffMs } from './backoff';

/** Kinds that may pass by themselves. */
const TRANSIENT: ReadonlySet<ErrorKind> = new Set([
	'busy',
	'no_answer',
	'service',
	'unreachable',
	'unexpected',
]);

/** Whether a call that changes nothing, or is idempotent, may be repeated after this. */
export function isTransient(error: unknown): error is AiAppError {
	return error instanceof AiAppError && TRANSIENT.has(error.kind);
}

/** Kinds that leave open what became of a call. */
const AMBIGUOUS: ReadonlySet<ErrorKind> = new Set(['no_answer', 'service', 'stopped', 'unsure']);

/**
 * Whether a create was certainly not executed: refused by the service with an answer of its own, or
 * never sent. A code that says "no room" is such an answer, whatever its HTTP status (decision 024). After a timeout, a reset, a 5xx, a page of a proxy or a success with a code that nobody
 * knows it may have been.
 */
export function isDefinitelyNotCreated(error: AiAppError): boolean {
	const { httpStatus = 0, code } = error.details;
	if (error.kind === 'unreachable') return true;
	if (error.kind === 'busy' && code !== undefined) return true;
	if (AMBIGUOUS.has(error.kind) || httpStatus === 408) return false;
	if (httpStatus >= 300) return httpStatus < 500;
	return code !== undefined && error.kind !== 'unexpected';
}

/** An address that cannot be reached this often is not a passing trouble. */
const MAX_UNREACHED_ATTEMPTS = 3;

/** Whether a refused create may be tried again by itself, after the n-th try (from 1). */
export function shouldRetryCreate(error: AiAppError, n: number): boolean {
	if (!isDefinitelyNotCreated(error)) return false;
	return error.kind === 'busy' || (error.kind === 'unreachable' && n < MAX_UNREACHED_ATTEMPTS);
}

const MAX_ATTEMPTS = 4;

/**
 * Repeats a call that is safe to repeat (reads, cancel, interrupt) with growing pauses.
 * @throws the last AiAppError when every try went wrong or the cause will not pass
 */
export async function retry<T>(
	call: () => Promise<T>,
	clock: Clock,
	signal?: AbortSignal,
): Promise<T> {
	for (let n = 1; ; n++) {
		const result = await settle(call);
		if (result.ok) return result.value;
		if (n >= MAX_ATTEMPTS || !isTransient(result.error) || signal?.aborted) throw result.error;
		await clock.sleep(backoffMs(n, clock.random, result.error.details.retryAfterMs), signal);
	}
}

/** A record may lag behind the create by so much; it is read again after these pauses. */
const LATE_RECORD_MS = [500, 1_000, 2_000];

/**
 * Repeats a read of a task that may have been created just now: one that is not found is asked for
 * a few seconds longer.
 * @throws the last AiAppError, as `repeated` does
 */
export async function retryWhileLate<T>(
	read: () => Promise<T>,
	clock: Clock,
	signal?: AbortSignal,
): Promise<T> {
	for (const pauseMs of LATE_RECORD_MS) {
		const result = await settle(() => retry(read, clock, signal));
		if (result.ok) return result.value;
		const { error } = result;
		const isLate = error instanceof AiAppError && error.kind === 'task_not_found';
		if (!isLate || signal?.aborted) throw error;
		await clock.sleep(pauseMs, signal);
	}
	return retry(read, clock, signal);
}

/** Left for the last try. */
const LAST_TRY_MS = 5_000;

/**
 * Repeats a read for as long as `patienceMs`, tries included; a service that asks for more patience
 * is asked once more at the end of it. The call is told how many milliseconds it may take.
 * @throws the last AiAppError when the time is over or the cause will not pass
 */
export async function retryFor<T>(
	call: (timeoutMs: number) => Promise<T>,
	clock: Clock,
	patienceMs: number,
	signal?: AbortSignal,
): Promise<T> {
	const until = clock.now() + patienceMs;
	for (let n = 1; ; n++) {
		const mostMs = Math.ceil(Math.max(until - clock.now(), LAST_TRY_MS));
		const result = await settle(() => call(mostMs));
		if (result.ok) return result.value;
		const leftMs = until - LAST_TRY_MS - clock.now();
		if (leftMs <= 0 || !isTransient(result.error) || signal?.aborted) throw result.error;
		const pauseMs = backoffMs(n, clock.random, result.error.details.retryAfterMs);
		await clock.sleep(Math.min(pauseMs, leftMs), signal);
	}
}
