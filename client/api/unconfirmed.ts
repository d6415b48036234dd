import { AiAppError } from '../errors/AiAppError';
import { say } from '../parsing/say';

/** A create that was not confirmed, as an error of its own kind; `hint` names a likely cause. */
export function unconfirmed(cause: AiAppError, hint = hintOf(cause)): AiAppError {
	if (cause.kind === 'unconfirmed') return cause;
	const error = new AiAppError(
		'unconfirmed',
		say`The service didn't confirm whether the task was created. ${cause}`,
		cause.details,
	);
	return hint === undefined ? error : error.advising(say`${hint}`);
}

/** Services answer with an HTTP 500 that says nothing where a value is of another type than they expect. */
function hintOf({ details: { httpStatus, code } }: AiAppError): string | undefined {
	return httpStatus === 500 && code === undefined ? CHECK_TYPES : undefined;
}

const CHECK_TYPES =
	'A value of the wrong type can also cause this: check that numbers are numbers and texts are texts.';
