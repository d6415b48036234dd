import { settleSync } from '../settle';
import { AiAppError } from '../errors/AiAppError';

/** Longest piece of a foreign text that is quoted to the user. */
const LONGEST = 300;
/** Only this many characters are scanned; a response may be megabytes long. */
const LOOKED_AT = 2_000;
/** Only this many entries of a list are quoted. */
const MOST_ENTRIES = 20;

/** Line ends, escape sequences, and marks that turn the direction of what follows. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]+/gu;
/** What gateways and services are known to echo of a request: its key. */
const CREDENTIALS = /\b(Bearer|Basic)\s{1,3}[^\s"'<>]{8,}|\bsk-[\w*.-]{6,}/gi;
/** A signed address is as good as the file; what signs it stands in the query. */
const SIGNED = /\b(https?:\/\/[^\s"'<>?#]*)[?#][^\s"'<>]*/gi;
const USER_INFO = /\b(https?:\/\/)[^\s"'<>/?#]*@/gi;

/**
 * The beginning of a foreign text as it may be quoted: without control characters, which would
 * garble the editor and the log, without what may be a secret, and without angle brackets. n8n
 * shows one and the same message as text in one place and as HTML in another.
 */
export function excerpt(text: string, longest = LONGEST): string {
	return text
		.slice(0, LOOKED_AT)
		.replace(CONTROL, ' ')
		.replace(CREDENTIALS, '…')
		.replace(USER_INFO, '$1')
		.replace(SIGNED, '$1')
		.replaceAll('<', '‹')
		.replaceAll('>', '›')
		.trim()
		.slice(0, longest);
}

/** What a message may contain; an error adds its message, which was made the same way. */
type Inserted = string | number | undefined | readonly string[] | AiAppError;

/**
 * A message with untrusted texts in it: each is quoted, lists are cut. The one way to put a
 * foreign text into a message, an advice, a hint or the log.
 */
export function say(ours: TemplateStringsArray, ...inserted: readonly Inserted[]): string {
	return ours.reduce((said, words, n) => `${said}${shown(inserted[n - 1])}${words}`);
}

function shown(inserted: Inserted): string {
	if (inserted instanceof AiAppError) return inserted.message;
	return typeof inserted === 'object' ? listed(inserted) : excerpt(String(inserted ?? ''));
}

function listed(entries: readonly string[]): string {
	const more = entries.length - MOST_ENTRIES;
	const told = entries.slice(0, MOST_ENTRIES).map((entry) => excerpt(entry));
	return more > 0 ? `${told.join(', ')} and ${more} more` : told.join(', ');
}

/** The words at the beginning of a page. */
export function excerptOfHtml(html: string): string {
	const words = html.slice(0, LOOKED_AT).replace(/<[^<>]*>/g, ' ');
	return excerpt(words.replace(/\s+/g, ' '), 80);
}

/** A value that the user gave, in a few words; `nothing` for what an expression did not yield. */
export function quotedValue(value: unknown): string {
	if (value === undefined || value === null) return 'nothing';
	if (typeof value === 'number') return String(value);
	const json = settleSync(() => JSON.stringify(value));
	const text = (json.ok && json.value) || typeof value;
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
