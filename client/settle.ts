import { AiAppError } from './errors/AiAppError';

export type Settled<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly error: unknown };

/** Runs work and hands back its failure as a value: the only place of the client that catches. */
export async function settle<T>(work: () => Promise<T>): Promise<Settled<T>> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		return { ok: false, error };
	}
}

/** The same for work that does not wait, such as reading a foreign text. */
export function settleSync<T>(work: () => T): Settled<T> {
	try {
		return { ok: true, value: work() };
	} catch (error) {
		return { ok: false, error };
	}
}

/** Runs work whose errors get other words: what `words` returns is thrown in place of an AiAppError. */
export async function reword<T>(
	work: () => Promise<T>,
	words: (error: AiAppError) => AiAppError,
): Promise<T> {
	const done = await settle(work);
	if (done.ok) return done.value;
	throw done.error instanceof AiAppError ? words(done.error) : done.error;
}
