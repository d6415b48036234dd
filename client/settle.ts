export type Attempted<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly error: unknown };

/** Runs work and hands back its failure as a value: the only place of the client that catches. */
export async function attempted<T>(work: () => Promise<T>): Promise<Attempted<T>> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		return { ok: false, error };
	}
}

/** The same for work that does not wait, such as reading a foreign text. */
export function attemptedNow<T>(work: () => T): Attempted<T> {
	try {
		return { ok: true, value: work() };
	} catch (error) {
		return { ok: false, error };
	}
}
