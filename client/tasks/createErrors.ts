import { AiAppError, type ErrorDetails } from '../errors/AiAppError';
import { say } from '../parsing/say';
import type { SentTask } from '../ports';

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

/** The service never refused this task: no place for it became free in time. */
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
