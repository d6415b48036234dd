import { AiAppError } from './errors';
import { ADVICE } from './errorKinds';
import { say } from './quote';

/** A create of unknown fate as an error of its own kind; `hint` says where to look for the cause. */
export function unsure(cause: AiAppError, hint?: string): AiAppError {
	if (cause.kind === 'unsure') return cause;
	return new AiAppError(
		'unsure',
		say`It is not known whether the task was created. ${cause}`,
		cause.details,
		hint === undefined ? undefined : say`${ADVICE.unsure} ${hint}`,
	);
}
