import { createSecretSearch, type Finding } from './secretSearch.mts';

/** The traces of secrets in a text: any 12 characters in a row, in any of their forms. */
export function tracesIn(text: string, ...secrets: readonly string[]): readonly Finding[] {
	if (secrets.some(({ length }) => length < 12)) throw new Error('Too short to be found.');
	const named = secrets.map((value, n) => ({ name: `secret ${n + 1}`, value }));
	return createSecretSearch(named).in('text', text);
}
