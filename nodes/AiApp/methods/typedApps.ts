import { parseAppId, parseHttpUrl, settleSync } from '../../../client/index';
import { harmless } from './untrustedText';

/** The apps that a text may mean, as it was typed or pasted into the list of apps. */
export type TypedApps = {
	readonly ids: readonly number[];
	/** The page of one of them. */
	readonly page?: { readonly id: number; readonly url: string };
};

/** A URL contains other numbers as well; each of them costs a call. */
const MOST = 5;
/** The editor stores it with the choice. */
const LONGEST_URL = 500;

/** Reads an ID, or the numbers in the URL of an app's page: first those that make up a part of its path. */
export function typedApps(text: string): TypedApps {
	if (/^\d+$/.test(text)) return { ids: plausible([text]) };
	const url = parseHttpUrl(text.includes('://') ? text : `https://${text}`);
	if (!url || !text.includes('/')) return { ids: [] };
	const parts = url.pathname.split('/').filter((part) => /^\d+$/.test(part));
	const numbers = `${url.pathname}${url.search}${url.hash}`.match(/(?<![\w%])\d+(?!\w)/g) ?? [];
	const page = pageOf(text);
	return { ids: plausible([...parts.reverse(), ...numbers]), ...(page && { page }) };
}

function plausible(numbers: readonly string[]): number[] {
	const ids = numbers.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
	return [...new Set(ids)].slice(0, MOST);
}

/** Only a URL that the node would read the same ID from, and that n8n takes for nothing but a text. */
function pageOf(text: string): TypedApps['page'] {
	const url = parseHttpUrl(text);
	if (!url || url.username || url.password || url.href.length > LONGEST_URL) return undefined;
	const id = settleSync(() => parseAppId(url.href));
	if (!id.ok || harmless(url.href) !== url.href) return undefined;
	return { id: id.value, url: url.href };
}
