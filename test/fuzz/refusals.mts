import type { AiAppError } from '../../client/errors/AiAppError';
import { isBug } from '../client/errors.mts';

/** The result of a function as a list, which is empty if the input was rejected properly. */
export function orRefused<Result>(work: () => Result): Result[] {
	try {
		return [work()];
	} catch (error) {
		if (isBug(error)) throw error;
		// The message of a rejection is a few readable words.
		expect((error as AiAppError).message).not.toBe('');
		return [];
	}
}
