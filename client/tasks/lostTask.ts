import { AiAppError } from '../errors/AiAppError';
import { say } from '../parsing/say';

/** Whether the user can have, or has, another task created in place of one of unknown fate. */
type CreateAgain = 'offered' | 'set' | 'none';

const LOOK =
	'It may have run and be charged: look for it in the task list of your account at the service.';

const NEXT: Readonly<Record<CreateAgain, string>> = {
	offered:
		'Another try of this execution looks for the same task. A new execution creates another one, and so does another try with the option Retry Unconfirmed Tasks.',
	set: 'Another try of this execution creates another task, because Retry Unconfirmed Tasks is set.',
	none: 'Another try of this execution looks for the same task, a new execution creates another one.',
};

/** The service has accepted a task and does not find it, for longer than a new one may take. */
export function lostTask(error: AiAppError, createAgain: CreateAgain): AiAppError {
	const { details } = error;
	return new AiAppError(
		error.kind,
		say`The service accepted the task and does not find it any more (request ID ${details.requestId}). ${error}`,
		details,
		say`${LOOK} ${NEXT[createAgain]}`,
	);
}
