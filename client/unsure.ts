import { AiAppError } from './errors';
import { ADVICE } from './errorKinds';

/** A create of unknown fate as an error of its own kind; `hint` says where to look for the cause. */
export function unsure(cause: AiAppError, hint?: string): AiAppError {
	const { kind, message, details } = cause;
	if (kind === 'unsure') return cause;
	return new AiAppError(
		'unsure',
		`It is not known whether the task was created. ${message}`,
		details,
		hint && `${ADVICE.unsure} ${hint}`,
	);
}
