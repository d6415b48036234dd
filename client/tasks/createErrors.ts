import { AiAppError, type ErrorDetails } from '../errors/AiAppError';
import { kindOf } from '../errors/kinds';
import { refusalOf } from '../errors/serviceCodes';
import { say } from '../parsing/say';
import type { SentTask } from '../ports';
import { backoffMs } from '../resilience/retry';
import type { Refusal } from '../resilience/rateLimiter';

/**
 * Whether a create was certainly not executed: refused by the service with an answer of its own, or
 * never sent. A code that says "no room" is such an answer, whatever its HTTP status (decision
 * 050). It may have been executed after a timeout, a reset, a 5xx, a page of a proxy or a success
 * with an unknown code.
 */
export function isDefinitelyNotCreated(error: AiAppError): boolean {
	const { httpStatus = 0, code } = error.details;
	if (error.kind === 'unreachable') return true;
	// Without an HTTP status, the client itself has refused the input.
	if (error.kind === 'input' && httpStatus === 0) return true;
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

/** What an error of the kind `busy` tells those that create next. */
export function refusalIn({ details: { code, retryAfterMs } }: AiAppError): Refusal {
	return { speaksOf: refusalOf(code), retryAfterMs };
}

/** The service accepted a task, but still can't find it after the time that a new task may need. */
export function lostTask(error: AiAppError): AiAppError {
	const { details } = error;
	return new AiAppError(
		error.kind,
		say`The service created the task but can no longer find it (request ID ${details.requestId})`,
		{ ...details, reason: 'lostTask', cost: 'unknown' },
		{ cause: error },
	);
}

/** The task waited for its turn until the end, and was never refused itself. */
export function noPlaceError(): AiAppError {
	return new AiAppError('busy', 'No place for the task became free within the max wait time', {
		reason: 'noPlace',
	});
}

/** Uploading its files, or the requests before that, took too long. */
export function tooLateToCreate(): AiAppError {
	return new AiAppError('busy', 'The max wait time was over before the task could be created', {
		reason: 'tooLate',
	});
}

type StoppedEarlier = { readonly requestId: string; readonly task: SentTask };

/** Why a retry creates no task where we stopped the first one at a limit ourselves. */
export function stoppedInEarlierTry(
	{ requestId, task }: StoppedEarlier,
	about: Pick<ErrorDetails, 'appId' | 'of'>,
): AiAppError {
	const details = { requestId, ...about, reason: 'stoppedBefore' } as const;
	if (task.stoppedBy === 'maxRunTime')
		return new AiAppError(
			'budget',
			say`This node interrupted the task at the max run time (request ID ${requestId})`,
			{ ...details, cost: 'seconds' },
		);
	return new AiAppError(
		'timeout',
		say`This node stopped the task after the max wait time (request ID ${requestId})`,
		details,
	);
}

export function unconfirmedEarlier(): AiAppError {
	return new AiAppError(
		'unconfirmed',
		'A previous attempt to create this task got no response, so the task may already exist',
	);
}
