import { ownMember } from './scalars';

const REDACTED = '…';
/** This many characters of a secret in a row give it away. */
const TELLING = 12;
/** No header takes a longer secret. The rest of it is ignored. */
const LONGEST = 4_096;
/** What messages quote is shorter: statuses, refusals and pages. */
const QUOTED_LENGTH = 256 * 1_024;
/** Far more than a credential and its callback URLs have. A text is searched for each of them. */
const MOST_SPELLINGS = 2_000;
/** V8 searches for a longer text character by character if its letters repeat, which takes seconds. */
const LONGEST_SEARCH = 250;

type Change = (text: string) => string;

export type Redactor = {
	(text: string): string;
	/** From now on, no text shows this secret either. */
	readonly add: (secret: string) => void;
	/** What is done with a text, in this order. Each step takes milliseconds if the text is long. */
	readonly steps: () => readonly Change[];
};

/**
 * Returns a function that removes secrets from untrusted texts, because gateways, services and
 * storages quote what they were sent: whole secrets anywhere, and pieces of them where a message
 * may quote them.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
	let spellings: readonly string[] = [];
	const pieces = new Set<string>();

	function add(text: string): void {
		const secret = Buffer.from(text.slice(0, LONGEST)).toString();
		const isKnown = secret === '' || spellings.includes(secret);
		if (isKnown || spellings.length > MOST_SPELLINGS) return;
		const isShort = secret.length < TELLING;
		const once = isShort ? [secret] : spelled([secret, ...encoded(secret)]);
		for (const piece of once.flatMap(piecesOf)) pieces.add(piece);
		// A longer spelling comes first, because it may contain a shorter one.
		const all = [...spellings, ...(isShort ? once : spelled(once))];
		spellings = all.sort((one, other) => other.length - one.length);
	}

	const steps = () => [
		...spellings.map((whole) => (text: string) => withoutWhole(text, whole)),
		(text: string) => withoutPieces(text, pieces),
	];
	secrets.forEach(add);
	const redact = (text: string) => steps().reduce((shown, step) => step(shown), text);
	return Object.assign(redact, { add, steps });
}

/** A secret in hexadecimal, and in base64 (both alphabets) at any place in a longer text. */
function encoded(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const hex = bytes.toString('hex');
	const inBase64 = [0, 1, 2].map((before) => {
		const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		// A base64 letter has six bits: the outermost ones also contain bits of the text around.
		return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
	});
	const forUrls = inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
	return [hex, hex.toUpperCase(), ...inBase64, ...forUrls];
}

const IN_HTML: Readonly<Record<string, string>> = {
	...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/** How programs write a text into a URL, a form, a page or JSON. None changes letters and digits. */
const WAYS: readonly Change[] = [
	(text) => text,
	encodeURIComponent,
	(text) => encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
	(text) => String(new URLSearchParams({ '': text })).slice(1),
	(text) => text.replace(/[&<>"']/g, (sign) => ownMember(IN_HTML, sign) ?? sign),
	inJson,
	// PHP
	(text) => inJson(text).replaceAll('/', '\\/'),
	// Go, Ruby on Rails
	(text) => inJson(text).replace(/[&<>]/g, (sign) => `\\u00${hexOf(sign)}`),
	// .NET
	(text) =>
		inJson(text)
			.replaceAll('\\"', '"')
			.replace(/["&'+<>`]/g, (sign) => `\\u00${hexOf(sign).toUpperCase()}`),
];

function spelled(texts: readonly string[]): string[] {
	return [...new Set(texts.flatMap((text) => WAYS.map((way) => way(text))))];
}

function inJson(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

function hexOf(sign: string): string {
	return sign.charCodeAt(0).toString(16);
}

/** A text with marks in place of a whole spelling, which is found by its end. */
function withoutWhole(text: string, spelling: string): string {
	const [begin, end] = [spelling.slice(0, -LONGEST_SEARCH), spelling.slice(-LONGEST_SEARCH)];
	const parts = text.split(end);
	const rest = parts.pop() ?? '';
	const shown = parts.map((part) =>
		part.endsWith(begin) ? part.slice(0, part.length - begin.length) + REDACTED : part + end,
	);
	return shown.join('') + rest;
}

function piecesOf(text: string): string[] {
	const count = Math.max(text.length - TELLING + 1, 0);
	return Array.from({ length: count }, (_, at) => text.slice(at, at + TELLING));
}

/** A text with one mark in place of all pieces that overlap. */
function withoutPieces(text: string, pieces: ReadonlySet<string>): string {
	const last = Math.min(text.length, QUOTED_LENGTH) - TELLING;
	let shown = '';
	let replaced = 0;
	for (let at = 0; at <= last; at++) {
		if (!pieces.has(text.slice(at, at + TELLING))) continue;
		if (at >= replaced) shown += text.slice(replaced, at) + REDACTED;
		replaced = at + TELLING;
	}
	return shown + text.slice(replaced);
}
