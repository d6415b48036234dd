import { AiAppError, type ErrorDetails } from '../errors/AiAppError';
import { say } from './say';

/** No record of the service comes near this, and n8n can't reload an execution with deeper ones. */
const MOST_LEVELS = 100;

/**
 * Checks an untrusted value level by level: a recursive walk would run out of stack.
 * @throws AiAppError kind `unexpected_response` when lists and records are nested too deep
 */
export function requireShallow(value: unknown, about: ErrorDetails): void {
	let level = containersIn([value]);
	for (let n = 0; n < MOST_LEVELS && level.length > 0; n++) level = level.flatMap(containersIn);
	if (level.length === 0) return;
	throw new AiAppError(
		'unexpected_response',
		say`The response is nested more than ${MOST_LEVELS} levels deep`,
		about,
	);
}

function containersIn(container: object): object[] {
	const members: unknown[] = Array.isArray(container) ? container : Object.values(container);
	return members.filter((member) => typeof member === 'object' && member !== null);
}
