import { AiAppError } from './errors/AiAppError';

export type Settled<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly error: unknown };

/**
 * Runs work and returns its failure as a value: the only place in the client that catches errors.
 */
export async function settle<T>(work: () => Promise<T>): Promise<Settled<T>> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		return { ok: false, error };
	}
}

/** Runs synchronous work, such as reading untrusted input, and returns its failure as a value. */
export function settleSync<T>(work: () => T): Settled<T> {
	try {
		return { ok: true, value: work() };
	} catch (error) {
		return { ok: false, error };
	}
}

/** Runs work and rewords its errors: throws what `words` returns in place of an AiAppError. */
export async function reword<T>(
	work: () => Promise<T>,
	words: (error: AiAppError) => AiAppError,
): Promise<T> {
	const done = await settle(work);
	if (done.ok) return done.value;
	throw done.error instanceof AiAppError ? words(done.error) : done.error;
}
