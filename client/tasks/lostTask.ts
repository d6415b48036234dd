import { AiAppError } from '../errors/AiAppError';
import { MAY_BE_CHARGED } from '../errors/money';
import { say } from '../parsing/say';

/** Whether the user can have, or has, another task created in place of an unconfirmed one. */
type CreateAgain = 'offered' | 'set' | 'none';

const LOOK = "It may have run: check your account's task list.";

const NEXT: Readonly<Record<CreateAgain, string>> = {
	offered:
		"A retry of this execution looks for the same task. A new execution creates a new task, and so does a retry if you turn on 'Retry Unconfirmed Tasks'.",
	set: "A retry of this execution creates a new task, because 'Retry Unconfirmed Tasks' is on.",
	none: 'A retry of this execution looks for the same task. A new execution creates a new task.',
};

/** The service has accepted a task and cannot find it, for longer than a new one may take. */
export function lostTask(error: AiAppError, createAgain: CreateAgain): AiAppError {
	const { details } = error;
	return new AiAppError(
		error.kind,
		say`The service created the task but can no longer find it (request ID ${details.requestId})`,
		details,
		say`${error}. ${LOOK} ${NEXT[createAgain]} ${MAY_BE_CHARGED}`,
	);
}
