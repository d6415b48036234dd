import type { AiAppError } from '../errors/AiAppError';
import { kindOf } from '../errors/kinds';
import { refusalOf } from '../errors/serviceCodes';
import type { Refusal } from '../resilience/rateLimiter';
import { backoffMs } from '../resilience/retry';

/**
 * Whether a create was certainly not executed: refused by the service with an answer of its own, or
 * never sent. A code that says "no room" is such an answer, whatever its HTTP status (decision
 * 050). It may have been executed after a timeout, a reset, a 5xx, a page of a proxy or a success
 * with an unknown code.
 */
export function isDefinitelyNotCreated(error: AiAppError): boolean {
	const { httpStatus = 0, code } = error.details;
	if (error.kind === 'unreachable') return true;
	if (error.kind === 'busy' && code !== undefined) return true;
	if (kindOf(error.kind).isAmbiguous || httpStatus === 408) return false;
	if (httpStatus >= 300) return httpStatus < 500;
	return code !== undefined && error.kind !== 'unexpected_response';
}

/** A URL that can't be reached in this many attempts counts as wrong. */
const MAX_UNREACHED_ATTEMPTS = 3;

/**
 * Whether to retry a create that has certainly created nothing, after the n-th attempt (from 1).
 * @param leftMs the time left, into which the pause before the retry must fit
 */
export function shouldRetryCreate(error: AiAppError, n: number, leftMs: number): boolean {
	if (error.kind === 'busy') return refusalIn(error).speaksOf !== 'hourlyPace';
	const mayPass = error.kind === 'unreachable' && n < MAX_UNREACHED_ATTEMPTS;
	return mayPass && leftMs > backoffMs(n, () => 1);
}

/** What an error of the kind `busy` tells the rate limiter, by which the next creates leave. */
export function refusalIn({ details: { code, retryAfterMs } }: AiAppError): Refusal {
	return { speaksOf: refusalOf(code), retryAfterMs };
}
