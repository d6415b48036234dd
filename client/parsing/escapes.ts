/** What may be an escape, or breaks a line of base64. */
const MAY_HIDE = /[\\\r\n]|%(?:[\da-f]{2}|u[\da-f]{4})|&(?:#|amp;|lt;|gt;|quot;|apos;)/i;

/** Escapes within escapes: JSON in a URL, HTML in JSON. Nobody has seen more levels. */
const LEVELS = 3;

/** Whether a text may contain something that `withoutEscapes` would show. */
export function hasEscapes(text: string): boolean {
	return MAY_HIDE.test(text);
}

/**
 * Undoes the escapes of JSON, scripts, HTML and URLs, as far as a key may have any, and joins lines. Each
 * level is undone in one pass over the characters: a function for each of millions of escapes would take
 * seconds.
 */
export function withoutEscapes(text: string): string {
	let plain = text;
	for (plain of levelsOf(text));
	return plain;
}

/** Undoes one level after another, as long as that makes the text shorter. */
export function* levelsOf(text: string): Generator<string> {
	let plain = text;
	for (let level = 0; level < LEVELS && MAY_HIDE.test(plain); level++) {
		const before = plain.length;
		plain = oneLevelLess(plain);
		yield plain;
		if (plain.length === before) return;
	}
}

const [BACKSLASH, PERCENT, AMPERSAND, HASH, SEMICOLON] = [0x5c, 0x25, 0x26, 0x23, 0x3b];
const [LINE_FEED, CARRIAGE_RETURN, BRACE, END_BRACE] = [0x0a, 0x0d, 0x7b, 0x7d];
const [U, X, N, R] = [0x75, 0x78, 0x6e, 0x72];

function oneLevelLess(text: string): string {
	const units = new Uint16Array(text.length);
	const reader = { text, at: 0 };
	let length = 0;
	while (reader.at < text.length) {
		const unit = text.charCodeAt(reader.at++);
		const plain =
			unit === BACKSLASH
				? afterBackslash(reader)
				: unit === PERCENT
					? afterPercent(reader)
					: unit === AMPERSAND
						? afterAmpersand(reader)
						: unit;
		if (plain !== NOTHING && plain !== LINE_FEED && plain !== CARRIAGE_RETURN)
			units[length++] = plain;
	}
	return Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
}

/** Stands for an escape that leaves no character. */
const NOTHING = -1;

/**
 * A position in a text. It starts after the character that begins an escape, and moves past what is
 * read.
 */
type Reader = { readonly text: string; at: number };

/** Reads over any number of backslashes, because JSON within JSON doubles them. */
function afterBackslash(reader: Reader): number {
	const { text } = reader;
	while (text.charCodeAt(reader.at) === BACKSLASH) reader.at += 1;
	const letter = text.charCodeAt(reader.at) | 0x20;
	if (letter === N || letter === R) {
		reader.at += 1;
		return NOTHING;
	}
	if (letter === U && text.charCodeAt(reader.at + 1) === BRACE) return codePoint(reader);
	if (letter === U) return hexadecimal(reader, 1, 4);
	return letter === X ? hexadecimal(reader, 1, 2) : digits(reader, 0, 8, 3);
}

/** The percent sign itself may be escaped, any number of times. */
function afterPercent(reader: Reader): number {
	const { text } = reader;
	let { at } = reader;
	let high = digitAt(text, at);
	let low = high < 16 ? digitAt(text, at + 1) : high;
	while (high === 2 && low === 5 && digitAt(text, at + 2) < 16) {
		at += 2;
		high = digitAt(text, at);
		low = digitAt(text, at + 1);
	}
	if (low < 16) {
		reader.at = at + 2;
		return high * 16 + low;
	}
	const isUnicode = (text.charCodeAt(reader.at) | 0x20) === U;
	const unit = isUnicode ? hexadecimal(reader, 1, 4) : NOTHING;
	return unit === NOTHING ? PERCENT : unit;
}

function afterAmpersand(reader: Reader): number {
	const { text, at } = reader;
	if (text.charCodeAt(at) !== HASH) return named(reader);
	const isHex = (text.charCodeAt(at + 1) | 0x20) === X;
	const unit = isHex ? digits(reader, 2, 16, MOST_DIGITS) : digits(reader, 1, 10, MOST_DIGITS);
	if (unit !== NOTHING && text.charCodeAt(reader.at) === SEMICOLON) reader.at += 1;
	return unit === NOTHING ? AMPERSAND : unit;
}

function named(reader: Reader): number {
	for (let n = 0; n < NAMES.length; n++) {
		const name = NAMES[n] ?? '';
		if (!isWordAt(reader.text, reader.at, name)) continue;
		reader.at += name.length;
		return SIGNS[n] ?? AMPERSAND;
	}
	return AMPERSAND;
}

function codePoint(reader: Reader): number {
	const begin = reader.at;
	const unit = digits(reader, 2, 16, MOST_DIGITS);
	if (reader.text.charCodeAt(reader.at) === END_BRACE) reader.at += 1;
	else reader.at = begin;
	return reader.at === begin ? NOTHING : unit;
}

/**
 * The character of a hexadecimal number of exactly `count` digits, after `skip` characters. Reads
 * nothing if they aren't there.
 */
function hexadecimal(reader: Reader, skip: number, count: number): number {
	const begin = reader.at;
	const unit = digits(reader, skip, 16, count);
	if (reader.at - begin - skip === count) return unit;
	reader.at = begin;
	return NOTHING;
}

/** The character of a number, of one digit or more, up to `most`. */
function digits(reader: Reader, skip: number, radix: number, most: number): number {
	const begin = reader.at + skip;
	let value = 0;
	let at = begin;
	for (let digit = digitAt(reader.text, at); digit < radix && at - begin < most; ) {
		value = value * radix + digit;
		digit = digitAt(reader.text, ++at);
	}
	if (at === begin) return NOTHING;
	reader.at = at;
	return value & 0xffff;
}

/** HTML allows zeros before a number. */
const MOST_DIGITS = 12;

const NAMES = ['amp;', 'lt;', 'gt;', 'quot;', 'apos;'];
const SIGNS = [AMPERSAND, 0x3c, 0x3e, 0x22, 0x27];

/** Whether a word is at this position, in upper or lower case. */
function isWordAt(text: string, at: number, word: string): boolean {
	for (let n = 0; n < word.length; n++)
		if ((text.charCodeAt(at + n) | 0x20) !== (word.charCodeAt(n) | 0x20)) return false;
	return true;
}

/** The value of a digit; 99 if it isn't one. */
function digitAt(text: string, at: number): number {
	const unit = text.charCodeAt(at);
	if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
	const letter = unit | 0x20;
	return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : 99;
}
