/** So many characters of a secret in a row give it away. Of a shorter secret, the whole does. */
const TELLING = 12;
/** Where a run of that many characters is in a text, a piece of it begins at one of these steps. */
const PIECE = 4;
const STEP = TELLING - PIECE + 1;
const SLOTS = 2 ** 16;

const REDACTED = '…';

export type Redactor = (text: string) => string;

/**
 * Removes secrets from untrusted texts: gateways, services and storages quote what they were sent,
 * also cut, masked, escaped or in base64. Whatever the text, it's gone through in steps, because it may
 * have megabytes.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
	const long = secrets.filter(({ length }) => length >= TELLING);
	const short = secrets.filter(({ length }) => length > 0 && length < TELLING);
	const known = [...new Set(long.flatMap(formsOf))];
	const find = createFinder([...new Set([...known, ...known.map(withoutEscapes)])]);
	const shortest = Math.min(TELLING, ...short.map(({ length }) => length));
	const without = (text: string) =>
		short.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), withoutRuns(find, text));

	return (text) => {
		if (text.length < shortest || secrets.length === 0) return text;
		const shown = without(text);
		if (!ESCAPES.test(shown)) return shown;
		// What is hidden behind escapes, such as those of a URL, is left out with the text around it.
		const plain = withoutEscapes(shown);
		return without(plain) === plain ? shown : REDACTED;
	};
}

/**
 * A secret, and what it looks like in a URL, in hexadecimal numbers, and in base64 (of both alphabets)
 * at any place of a longer text.
 */
function formsOf(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const encoded = [0, 1, 2].map((before) => {
		const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		// Six bits for each letter: the outermost ones also contain bits of the text around.
		return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
	});
	const forAddresses = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
	const inUrl = encodeURIComponent(bytes.toString());
	return [secret, inUrl, bytes.toString('hex'), ...encoded, ...forAddresses];
}

type Run = { readonly from: number; readonly to: number };
type Place = { readonly form: string; readonly at: number };
/** The longest part of a secret that goes through a place of a text, if it's telling. */
type Finder = (text: string, at: number) => Run | undefined;

function createFinder(forms: readonly string[]): Finder {
	const places = new Map<number, Place[]>();
	for (const form of forms)
		for (let at = 0; at + PIECE <= form.length; at++) {
			const slot = slotOf(form, at);
			places.set(slot, [...(places.get(slot) ?? []), { form, at }]);
		}
	const begun = new Uint8Array(SLOTS);
	for (const slot of places.keys()) begun[slot] = 1;

	return (text, at) => {
		const slot = slotOf(text, at);
		if (begun[slot] === 0) return undefined;
		const runs = (places.get(slot) ?? []).map((place) => runThrough(text, at, place));
		const telling = runs.filter(({ from, to }) => to - from >= TELLING);
		if (telling.length === 0) return undefined;
		const from = Math.min(...telling.map((run) => run.from));
		return { from, to: Math.max(...telling.map((run) => run.to)) };
	};
}

/** How far a text and a secret are the same, on both sides of these places. */
function runThrough(text: string, at: number, { form, at: place }: Place): Run {
	let before = 0;
	while (isSame(text, at - before - 1, form, place - before - 1)) before++;
	let after = 0;
	while (isSame(text, at + after, form, place + after)) after++;
	return { from: at - before, to: at + after };
}

function isSame(text: string, at: number, form: string, place: number): boolean {
	if (at < 0 || place < 0 || at >= text.length || place >= form.length) return false;
	return letterAt(text, at) === letterAt(form, place);
}

/** Of letters in both cases, the one; two other characters hardly ever look the same. */
function letterAt(text: string, at: number): number {
	return text.charCodeAt(at) | 0x20;
}

function slotOf(text: string, at: number): number {
	const low = letterAt(text, at) ^ (letterAt(text, at + 1) << 5);
	const high = (letterAt(text, at + 2) << 10) ^ (letterAt(text, at + 3) << 13);
	return (low ^ high) & (SLOTS - 1);
}

function withoutRuns(find: Finder, text: string): string {
	let shown = '';
	let end = 0;
	for (let at = 0; at + PIECE <= text.length; at += STEP) {
		const run = at < end ? undefined : find(text, at);
		if (!run) continue;
		shown += `${text.slice(end, run.from)}${REDACTED}`;
		end = run.to;
	}
	return end === 0 ? text : shown + text.slice(end);
}

const ESCAPES = /[\\%&]/;

const SIGNS: Readonly<Record<string, string>> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&apos;': "'",
};

/**
 * Undoes the escapes of JSON (also within JSON), HTML and URLs, as far as a key may have any. Nothing
 * is captured: that would more than double the time for millions of escapes.
 */
function withoutEscapes(text: string): string {
	const character = (code: string, radix: number) => String.fromCharCode(parseInt(code, radix));
	return (
		text
			// In one step: a long run of backslashes is gone through once.
			.replace(/\\+(?:u[\da-f]{4})?/gi, (found) =>
				found.endsWith('\\') ? '' : character(found.slice(-4), 16),
			)
			.replace(/&(?:amp|lt|gt|quot|apos);/gi, (found) => SIGNS[found.toLowerCase()] ?? found)
			.replace(/&#x[\da-f]{1,4};/gi, (found) => character(found.slice(3, -1), 16))
			.replace(/&#\d{1,5};/g, (found) => character(found.slice(2, -1), 10))
			.replace(/%(?:25)*[\da-f]{2}/gi, (found) => character(found.slice(-2), 16))
	);
}
