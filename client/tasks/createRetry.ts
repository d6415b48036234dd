import type { AiAppError } from '../errors/AiAppError';
import { kindOf } from '../errors/kinds';

/**
 * Whether a create was certainly not executed: refused by the service with an answer of its own, or
 * never sent. A code that says "no room" is such an answer, whatever its HTTP status (decision 024).
 * After a timeout, a reset, a 5xx, a page of a proxy or a success with a code that nobody knows it
 * may have been.
 */
export function isDefinitelyNotCreated(error: AiAppError): boolean {
	const { httpStatus = 0, code } = error.details;
	if (error.kind === 'unreachable') return true;
	if (error.kind === 'busy' && code !== undefined) return true;
	if (kindOf(error.kind).isAmbiguous || httpStatus === 408) return false;
	if (httpStatus >= 300) return httpStatus < 500;
	return code !== undefined && error.kind !== 'unexpected_response';
}

/** After so many attempts an address that cannot be reached counts as wrong. */
const MAX_UNREACHED_ATTEMPTS = 3;

/** Whether a refused create may be tried again by itself, after the n-th try (from 1). */
export function shouldRetryCreate(error: AiAppError, n: number): boolean {
	if (!isDefinitelyNotCreated(error)) return false;
	return error.kind === 'busy' || (error.kind === 'unreachable' && n < MAX_UNREACHED_ATTEMPTS);
}
