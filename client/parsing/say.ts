import { settleSync } from '../settle';
import { AiAppError } from '../errors/AiAppError';

/** The most characters of an untrusted text that are quoted to the user. */
const LONGEST = 300;
/** Only this many characters are scanned; a response may be megabytes long. */
const SCANNED_LENGTH = 2_000;
/** Only this many entries of a list are quoted. */
const MOST_ENTRIES = 20;

/** Line ends, escape sequences, and marks that turn the direction of what follows. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]+/gu;
/** What gateways and services are known to echo of a request: its key. */
const CREDENTIALS = /\b(Bearer|Basic)\s{1,3}[^\s"'<>]{8,}|\bsk-[\w*.-]{6,}/gi;
/** A signed URL gives access to the file; the signature is in the query. */
const SIGNED = /\b(https?:\/\/[^\s"'<>?#]*)[?#][^\s"'<>]*/gi;
const USER_INFO = /\b(https?:\/\/)[^\s"'<>/?#]*@/gi;

/**
 * The beginning of an untrusted text as it may be quoted: without control characters, which would
 * garble the editor and the log, without what may be a secret, and without angle brackets. n8n
 * shows one and the same message as text in one place and as HTML in another.
 */
export function excerpt(text: string, longest = LONGEST): string {
	return text
		.slice(0, SCANNED_LENGTH)
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
 * A message with untrusted texts in it: each is quoted, lists are cut. The only way to put an
 * untrusted text into a message, an advice, a hint or the log.
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
	const quoted = entries.slice(0, MOST_ENTRIES).map((entry) => excerpt(entry));
	return more > 0 ? `${quoted.join(', ')} and ${more} more` : quoted.join(', ');
}

/** The words at the beginning of an HTML page. */
export function excerptOfHtml(html: string): string {
	const words = html.slice(0, SCANNED_LENGTH).replace(/<[^<>]*>/g, ' ');
	return excerpt(words.replace(/\s+/g, ' '), 80);
}

/** A value of the user, in a few words; `nothing` if an expression returned none. */
export function quotedValue(value: unknown): string {
	if (value === undefined || value === null) return 'nothing';
	if (typeof value === 'number') return String(value);
	const json = settleSync(() => JSON.stringify(value));
	const text = (json.ok && json.value) || typeof value;
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
