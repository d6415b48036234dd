import { createSecretSearch, type Finding, type SecretSearch } from './secretSearch.mts';

/** Most tests of a file look for the same secrets, and a search takes longer to make than to use. */
let latest: { readonly secrets: string; readonly search: SecretSearch } | undefined;

/** The traces of secrets in a text: any 12 characters in a row, in any of their forms. */
export function tracesIn(text: string, ...secrets: readonly string[]): readonly Finding[] {
	const key = JSON.stringify(secrets);
	if (latest?.secrets !== key) latest = { secrets: key, search: searchFor(secrets) };
	return latest.search.in('text', text);
}

function searchFor(secrets: readonly string[]): SecretSearch {
	if (secrets.some(({ length }) => length < 12)) throw new Error('Too short to be found.');
	return createSecretSearch(secrets.map((value, n) => ({ name: `secret ${n + 1}`, value })));
}
