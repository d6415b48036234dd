import { AiAppError } from '../errors/AiAppError';
import { exactNumberOf } from '../parsing/scalars';
import type { InputField } from './schema';
import { readMediaValue, type FileReference } from './media';
import type { InputValue } from '../api/wire';
import { excerpt, quotedValue, say } from '../parsing/say';

/**
 * One value in the form that is sent, or undefined where the app's own default is to stand.
 * Whatever equals the default passes: authors publish defaults outside their own limits. Step and
 * precision are hints for sliders and not enforced.
 * @param binaryFields names of the input item's files, which media inputs take
 * @throws AiAppError kind `input`
 */
export function canonicalValue(
	field: InputField,
	value: unknown,
	binaryFields: readonly string[] = [],
): InputValue | FileReference | undefined {
	if (field.default !== undefined && value === field.default) return field.default;
	switch (field.kind) {
		case 'text':
			return textValue(field, value);
		case 'number':
			return value === '' ? undefined : numberValue(field, value);
		case 'boolean':
			return value === '' ? undefined : booleanValue(field, value);
		case 'choice':
			return value === '' ? undefined : choiceValue(field, value);
		default:
			return mediaValue(field, value, binaryFields);
	}
}

function textValue(field: InputField, value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	throw refused(field, value, 'takes text');
}

function numberValue(field: InputField, value: unknown): number | string {
	const exact = exactNumberOf(value);
	if (exact === undefined) throw refused(field, value, 'takes a number');
	if (exact === field.default) return exact;
	const number = Number(exact);
	const { min = -Infinity, max = Infinity } = field;
	if (number < min || number > max)
		throw refused(field, value, `takes a number (${rangeText(field)})`);
	return exact;
}

function booleanValue(field: InputField, value: unknown): boolean {
	const text = wordOf(value)?.trim().toLowerCase();
	if (text === 'true' || text === '1') return true;
	if (text === 'false' || text === '0') return false;
	throw refused(field, value, 'takes true or false');
}

function choiceValue(field: InputField, value: unknown): string | number {
	const word = wordOf(value);
	const choice = field.choices.find((candidate) => String(candidate.value) === word);
	if (choice) return choice.value;
	// The default of the app always passes, also when an expression made a text of it.
	if (field.default !== undefined && String(field.default) === word)
		return typeof field.default === 'boolean' ? String(field.default) : field.default;
	const offered = field.choices.map((candidate) => String(candidate.value));
	throw new AiAppError(
		'input',
		say`The input ${named(field)} takes one of: ${offered}, but got ${quotedValue(value)}`,
	);
}

/** Undefined for lists and records: their text form would pass for a word. */
function wordOf(value: unknown): string | undefined {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

function mediaValue(
	field: InputField,
	value: unknown,
	binaryFields: readonly string[],
): string | FileReference {
	const media = readMediaValue(value, binaryFields);
	if (media !== undefined) return media;
	if (value === '') {
		throw new AiAppError(
			'input',
			say`The ${field.kind} input ${named(field)} is empty`,
			{},
			say`Enter the name of a binary field or the address of the ${field.kind}, or remove the field from the form to run with the default of the app.`,
		);
	}
	const fields = binaryFields.length > 0 ? binaryFields : 'none';
	throw new AiAppError(
		'input',
		say`The input ${named(field)} takes an http(s) address or the name of a binary field (the item has: ${fields}), but got ${quotedValue(value)}`,
	);
}

/** Limits in words: "1 to 50", "at least 1", or empty. */
export function rangeText({ min, max }: Pick<InputField, 'min' | 'max'>): string {
	if (min !== undefined && max !== undefined) return `${min} to ${max}`;
	if (min !== undefined) return `at least ${min}`;
	return max !== undefined ? `at most ${max}` : '';
}

function refused(field: InputField, value: unknown, takes: string): AiAppError {
	return new AiAppError(
		'input',
		say`The input ${named(field)} ${takes}, but got ${quotedValue(value)}`,
	);
}

/** Both names of an input are to fit into a message. */
const LONGEST_NAME = 120;

function named({ key, label }: InputField): string {
	const shortKey = excerpt(key, LONGEST_NAME);
	return label === key ? `"${shortKey}"` : `"${excerpt(label, LONGEST_NAME)}" (${shortKey})`;
}
