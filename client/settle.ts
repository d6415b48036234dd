import { asAiAppError, type AiAppError } from './errors/AiAppError';

export type Settled<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly error: AiAppError };

/**
 * Runs work and returns its failure as a value, an AiAppError whatever was thrown. Nothing else in the
 * client catches errors.
 */
export async function settle<T>(work: () => Promise<T>): Promise<Settled<T>> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		return { ok: false, error: asAiAppError(error) };
	}
}

/** Runs synchronous work, such as reading untrusted input, and returns its failure as a value. */
export function settleSync<T>(work: () => T): Settled<T> {
	try {
		return { ok: true, value: work() };
	} catch (error) {
		return { ok: false, error: asAiAppError(error) };
	}
}

/** Runs work and rewords its errors: throws what `words` returns in place of one. */
export async function reword<T>(
	work: () => Promise<T>,
	words: (error: AiAppError) => AiAppError,
): Promise<T> {
	const done = await settle(work);
	if (done.ok) return done.value;
	throw words(done.error);
}
