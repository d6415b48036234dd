import { settleSync } from '../settle';
import { AiAppError } from '../errors/AiAppError';
import { textOf, textOrEmpty } from './scalars';

/** The most characters of an untrusted text that are quoted to the user. */
const LONGEST = 300;
/** Nobody reads more of a text that isn't a result; a response may be megabytes long. */
const LONGEST_READ = 2_000;
const MAX_ENTRIES = 20;

/** Line ends, escape sequences, and marks that turn the direction of what follows. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]+/gu;
/**
 * What nobody sees, but language models read: format characters, variants of letters, halves of
 * characters. Joiners stay inside emoji.
 */
const INVISIBLE =
	/(?!\u200D|\uFE0F)[\p{Cf}\p{DI}]|\p{Cs}|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D|\u200D(?!\p{Extended_Pictographic})/gu;
/** API keys and other credentials: what gateways and services are known to echo of a request. */
const CREDENTIALS = /\b(Bearer|Basic)\s{1,3}[^\s"'<>]{8,}|\bsk-[\w*.-]{6,}/gi;
/**
 * A signed URL gives access to the file, by the signature in its query. The query and what precedes
 * it may contain quotes, and in JSON the slashes may be escaped. A URL without a query matches, too:
 * otherwise the search would go through it again from each URL that it contains.
 */
const QUERY = /\b(https?:(?:\\{0,4}\/){2}[^\s"<>?#]*)(?:[?#][^\s"<>]*)?/gi;
const USER_INFO = /\b(https?:(?:\\{0,4}\/){2})[^\s"<>/?#]*@/gi;

/** The beginning of an untrusted text as people see it. */
export function visible(text: string, longest = LONGEST_READ): string {
	return text.slice(0, longest).replace(CONTROL, ' ').replace(INVISIBLE, '').trim();
}

/** What an untrusted record says to people, in one line; undefined if that is nothing. */
export function lineOf(sent: unknown, longest?: number): string | undefined {
	return textOf(visible(textOrEmpty(sent), longest));
}

/**
 * The beginning of an untrusted text, safe to quote. It has no invisible characters, which would
 * garble the editor and the log and speak to language models. It has nothing that may be a secret,
 * and no angle brackets: n8n shows the same message as text in one place and as HTML in another.
 */
export function excerpt(text: string, longest = LONGEST): string {
	return visible(text)
		.replace(CREDENTIALS, '…')
		.replace(USER_INFO, '$1')
		.replace(QUERY, '$1')
		.replaceAll('<', '‹')
		.replaceAll('>', '›')
		.slice(0, longest)
		.replace(/\p{Cs}$/u, '')
		.trim();
}

/**
 * Untrusted texts that a model gets: as JSON strings, so that it sees where the words of others begin
 * and end.
 */
type Foreign = { readonly foreign: string | readonly string[] };

/** What a message may contain. An error inserts its message, which `say` has made safe before. */
type Inserted = string | number | undefined | Entries | AiAppError | Foreign;

type Entries = readonly string[] | readonly AiAppError[];

/**
 * A message with untrusted texts in it: each is quoted, lists are cut. The only way to put an
 * untrusted text into a message, an advice, a hint or the log.
 */
export function say(ours: TemplateStringsArray, ...inserted: readonly Inserted[]): string {
	return ours.reduce((text, words, n) => `${text}${wordsOf(inserted[n - 1])}${words}`);
}

function wordsOf(inserted: Inserted): string {
	if (inserted instanceof AiAppError) return inserted.message;
	if (typeof inserted === 'number') return String(inserted);
	if (typeof inserted !== 'object') return excerpt(inserted ?? '');
	if (!('foreign' in inserted))
		return inserted.every((entry) => entry instanceof AiAppError)
			? inserted.map(wordsOf).join('; ')
			: listed(inserted);
	const { foreign } = inserted;
	return typeof foreign === 'string' ? jsonOf(foreign) : listed(foreign, jsonOf);
}

function jsonOf(foreign: string): string {
	return JSON.stringify(excerpt(foreign));
}

function listed(entries: readonly string[], quote = (entry: string) => excerpt(entry)): string {
	const more = entries.length - MAX_ENTRIES;
	const quoted = entries.slice(0, MAX_ENTRIES).map(quote);
	return more > 0 ? `${quoted.join(', ')} and ${more} more` : quoted.join(', ');
}

/** The first words of a page, without its tags. */
export function excerptOfHtml(html: string): string {
	const words = html.slice(0, LONGEST_READ).replace(/<[^<>]*>/g, ' ');
	return excerpt(words.replace(/\s+/g, ' '), 80);
}

/** A value of the user, in a few words; `nothing` if an expression returned none. */
export function quotedValue(value: unknown): string {
	if (value === undefined || value === null) return 'nothing';
	if (typeof value === 'number') return String(value);
	const short = typeof value === 'string' ? value.slice(0, LONGEST_READ) : value;
	const json = settleSync(() => JSON.stringify(short));
	const text = (json.ok && json.value) || typeof value;
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Joins sentences or words with blanks. Those that don't apply are passed as empty texts. */
export function inOrder(parts: readonly string[]): string {
	return parts.filter(Boolean).join(' ');
}

/** A count with its noun: "1 item", "2 items". */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * A whole number as people read it: "10,000". `toLocaleString` says the same, but loads the data of
 * all languages at its first use, which takes 10 ms.
 */
export function groupedDigits(count: number): string {
	const [thousands, rest] = [Math.floor(count / 1_000), count % 1_000];
	if (thousands === 0) return String(rest);
	return `${groupedDigits(thousands)},${String(rest).padStart(3, '0')}`;
}

/** A limit of time in words; seconds where it's below two minutes. */
export function durationText(ms: number): string {
	return ms < 120_000
		? counted(Math.round(ms / 100) / 10, 'second')
		: counted(Math.round(ms / 6_000) / 10, 'minute');
}

/**
 * A sentence with the billed seconds at its end if they are known, such as "was interrupted after
 * 3.9 billed seconds".
 */
export function afterBilled(what: string, seconds: number | undefined): string {
	return seconds === undefined ? what : `${what} after ${secondsText(seconds)}`;
}

/** Such as "3.9 billed seconds". */
export function secondsText(billed: number): string {
	return counted(roundedSeconds(billed), 'billed second');
}

/** Billed seconds as texts show them, to a tenth. */
export function roundedSeconds(seconds: number): number {
	return Math.round(seconds * 10) / 10;
}
