import { AiAppError, type ErrorDetails } from '../errors/AiAppError';
import { say } from './say';

/** No record of the service comes near this, and n8n can't reload an execution with deeper ones. */
const MAX_LEVELS = 100;
/** Nor near this. Each value costs time in which n8n does nothing else. */
const MAX_VALUES = 200_000;

/**
 * Checks an untrusted value level by level: a recursive walk would run out of stack.
 * @throws AiAppError kind `unexpected_response` when it has too many values, or too many levels of
 * lists and records
 */
export function requireBounded(value: unknown, about: ErrorDetails): void {
	let containers = membersIn([value]);
	let values = 0;
	for (let levels = 1; containers.length > 0; levels++) {
		values = containers.reduce((sum, { length }) => sum + length, values);
		const tooMany =
			values > MAX_VALUES
				? say`contains more than ${MAX_VALUES.toLocaleString('en-US')} values`
				: levels > MAX_LEVELS && say`is nested more than ${MAX_LEVELS} levels deep`;
		if (tooMany) throw new AiAppError('unexpected_response', say`The response ${tooMany}`, about);
		containers = containers.flatMap(membersIn);
	}
}

function membersIn(values: readonly unknown[]): unknown[][] {
	return values.flatMap((value) => {
		if (typeof value !== 'object' || value === null) return [];
		return [Array.isArray(value) ? value : Object.values(value)];
	});
}
