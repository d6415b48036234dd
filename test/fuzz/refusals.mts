import { AiAppError } from '../../client/errors/AiAppError';

/** The result of a piece of work as a list, which is empty when it was refused as it should be. */
export function orRefused<Result>(work: () => Result): Result[] {
	try {
		return [work()];
	} catch (error) {
		if (!(error instanceof AiAppError)) throw error;
		// What is refused is told in a few readable words.
		expect(error.message).not.toBe('');
		return [];
	}
}
