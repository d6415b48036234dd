import { attemptedNow } from './attempted';

/** Longest piece of a foreign text that is quoted to the user. */
const LONGEST = 300;
/** So much of a foreign text is looked at; answers may have megabytes. */
const LOOKED_AT = 2_000;

/** What gateways and services are known to echo of a request: its key. */
const CREDENTIALS = /\b(Bearer|Basic)\s{1,3}[^\s"'<>]{8,}|\bsk-[\w*.-]{6,}/gi;

/**
 * The beginning of a foreign text as it may be quoted: without control characters, which would
 * garble the editor and the log, and without what may be the API key.
 */
export function quoted(text: string, longest = LONGEST): string {
	return text
		.slice(0, LOOKED_AT)
		.replace(/\p{Cc}+/gu, ' ')
		.replace(CREDENTIALS, '…')
		.trim()
		.slice(0, longest);
}

/** The words at the beginning of a page. */
export function quotedPage(html: string): string {
	const words = html.slice(0, LOOKED_AT).replace(/<[^<>]*>/g, ' ');
	return quoted(words.replace(/\s+/g, ' '), 80);
}

/** A value that the user gave, in a few words; `nothing` for what an expression did not yield. */
export function quotedValue(value: unknown): string {
	if (value === undefined || value === null) return 'nothing';
	if (typeof value === 'number') return String(value);
	const json = attemptedNow(() => JSON.stringify(value));
	const text = (json.ok && json.value) || typeof value;
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
