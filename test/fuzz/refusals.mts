import { AiAppError } from '../../client/errors/AiAppError';

/** The result of a function as a list, which is empty if the input was rejected properly. */
export function orRefused<Result>(work: () => Result): Result[] {
	try {
		return [work()];
	} catch (error) {
		if (!(error instanceof AiAppError)) throw error;
		// The message of a rejection is a few readable words.
		expect(error.message).not.toBe('');
		return [];
	}
}
