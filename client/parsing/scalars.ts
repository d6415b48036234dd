import { settleSync, type Settled } from '../settle';

/** Readers of single values of an untrusted record: the value if it has the expected form, else undefined. */

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The text, or an empty one for anything else. */
export function textOrEmpty(value: unknown): string {
	return textOf(value) ?? '';
}

/** Whether a value shows as an empty field in a form, a sheet or the table of a database. */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/**
 * The value of a list of one, or any other value as it is. Forms return such lists for checkboxes, and
 * tables for the fields of linked records.
 */
export function loneValue(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** Numbers as people write them: `Number` would read 0x10 as 16. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Reads a number, or a text that is one. */
export function numberOf(value: unknown): number | undefined {
	const isText = typeof value === 'string' && DECIMAL.test(value.trim());
	const number = isText ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const [ON, OFF] = [
	['true', '1', 'yes', 'on'],
	['false', '0', 'no', 'off'],
];

/** What a switch takes, in any case. */
export const SWITCH_WORDS: readonly string[] = [...ON, ...OFF];

/**
 * Whether a switch is on; undefined for any value but `SWITCH_WORDS`. Sheets and models give them
 * as texts or numbers.
 */
export function switchOf(value: unknown): boolean | undefined {
	if (typeof value === 'object') return undefined;
	const word = String(value).trim().toLowerCase();
	if (ON.includes(word)) return true;
	return OFF.includes(word) ? false : undefined;
}

/**
 * Numbers and numeric strings in a form that can be sent: a whole number above 2^53 stays a text,
 * because converting it would change it. The service takes numeric strings.
 */
export function exactNumberOf(value: unknown): number | string | undefined {
	const number = numberOf(value);
	const isWhole = typeof value === 'string' && /^[+-]?\d+$/.test(value.trim());
	return isWhole && number !== undefined && !Number.isSafeInteger(number) ? value.trim() : number;
}

/** The value of a JSON text, or what the parser says. A byte-order mark is read over (RFC 8259, 8.1). */
export function readJson(text: string): Settled<unknown> {
	return settleSync<unknown>(() => JSON.parse(text.replace(/^\uFEFF/, '')));
}

/** The value of a JSON text; undefined if it isn't JSON. */
export function parseJson(text: string): unknown {
	const result = readJson(text);
	return result.ok ? result.value : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What a record has under a name. Every object also has names such as `constructor`, which an app or a
 * caller may choose for an input, a field or a file.
 */
export function ownMember<Value>(
	record: Readonly<Record<string, Value>>,
	name: string,
): Value | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** JSON with sorted keys, and without members that are null, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	// A date is the text that JSON has for it.
	if (!isRecord(value) || typeof value.toJSON === 'function')
		return JSON.stringify(value) ?? 'null';
	const members = Object.entries(value)
		.filter(([, member]) => member !== undefined && member !== null)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
	return `{${members.join(',')}}`;
}
