import { type AiAppError, type ErrorDetails, inputError } from '../errors/AiAppError';
import { exactNumberOf, loneValue, numberOf, SWITCH_WORDS, switchOf } from '../parsing/scalars';
import type { InputChoice } from './choices';
import type { InputField } from './schema';
import { requireOneUrl, requireNoShareLink } from './fileUrls';
import type { UserInputs } from './userInputs';
import { inputDetails, nameOf, partOf } from './inputFacts';
import { readMediaValue, type FileReference } from './media';
import { asAccepted, notMedia } from './noFile';
import type { InputValue } from '../api/wire';
import { parseHttpUrl } from '../parsing/urls';
import { quotedValue, say } from '../parsing/say';

/**
 * One value in the form that is sent, or undefined where the app's own default is to stand.
 * Whatever equals the default passes: authors publish defaults outside their own limits. Step and
 * precision are hints for sliders and not enforced.
 * @param binaryFields names of the input item's files, which media inputs take
 * @param reaches whether the service can probably open a URL
 * @throws AiAppError kind `input`
 */
export function canonicalValue(
	field: InputField,
	value: unknown,
	binaryFields: readonly string[] = [],
	reaches: UserInputs['reaches'] = () => true,
): InputValue | FileReference | undefined {
	if (field.default !== undefined && value === field.default) return field.default;
	const read = READERS[field.kind];
	if (read) return read(field, value);
	return requireOpenable(field, mediaValue(field, value, binaryFields), reaches);
}

type Reader = (field: InputField, value: unknown) => InputValue | undefined;

/** The readers of all kinds that take no files. */
const READERS: Readonly<Partial<Record<InputField['kind'], Reader>>> = {
	text: textValue,
	number: unlessEmptied(numberValue),
	boolean: unlessEmptied(booleanValue),
	choice: unlessEmptied(choiceValue),
	hidden: hiddenValue,
};

/** An emptied number, switch or choice stands for the app's default. */
function unlessEmptied(read: Reader): Reader {
	return (field, given) => {
		const value = loneValue(given);
		return value === '' ? undefined : read(field, value);
	};
}

function textValue(field: InputField, value: unknown): string {
	if (value === '' && field.default) throw emptyText(field);
	// Databases return dates as objects.
	const text: unknown = value instanceof Date ? value.toJSON() : value;
	if (isInputValue(text)) return String(text);
	throw invalid(field, value, 'text');
}

/**
 * It's unknown what the app takes here, so texts, numbers, true and false are all sent as they are.
 */
function hiddenValue(field: InputField, value: unknown): InputValue {
	if (isInputValue(value) && !Number.isNaN(value)) return value;
	throw invalid(field, value, 'text, a number, true or false');
}

function numberValue(field: InputField, value: unknown): number | string {
	const exact = exactNumberOf(value);
	if (exact === undefined) throw invalid(field, value, 'a number');
	if (exact === field.default) return exact;
	const number = Number(exact);
	const { min = -Infinity, max = Infinity } = field;
	if (number < min || number > max) throw invalid(field, value, `a number ${limitsText(field)}`);
	return exact;
}

function booleanValue(field: InputField, value: unknown): boolean {
	const isOn = switchOf(value);
	if (isOn !== undefined) return isOn;
	const words = asAccepted(SWITCH_WORDS);
	throw invalid(field, value, 'true or false').with(choosing(field, value, words));
}

function choiceValue(field: InputField, value: unknown): InputValue {
	const word = wordOf(value);
	// The default of the app always passes, also when an expression made a text of it.
	if (field.default !== undefined && String(field.default) === word) return field.default;
	const choice = choiceFor(field, word);
	if (choice) return choice.value;
	const offered = field.choices.map(({ label, value: key }) => ({ key: String(key), label }));
	throw invalid(field, value, "one of the app's choices").with(choosing(field, value, offered));
}

function choosing(
	field: InputField,
	value: unknown,
	accepted: ErrorDetails['accepted'],
): ErrorDetails {
	return { ...inputDetails(field, value), reason: 'choice', accepted };
}

/**
 * The choice that a value stands for. The closest match counts: an exact value, a value or a label when
 * trimmed, the same number, the same letters in any case. If two choices match as closely, it's neither.
 */
function choiceFor({ choices }: InputField, word: string | undefined): InputChoice | undefined {
	if (word === undefined) return undefined;
	const exact = choices.find(({ value }) => String(value) === word);
	if (exact) return exact;
	// Done once: it may have megabytes of blanks.
	const trimmed = word.trim();
	const number = numberOf(trimmed);
	const letters = trimmed.toLowerCase();
	const matches: readonly ((choice: InputChoice) => boolean)[] = [
		({ value }) => String(value).trim() === trimmed,
		({ label }) => label.trim() === trimmed,
		({ value }) => number !== undefined && numberOf(value) === number,
		({ label, value }) =>
			[String(value), label].some((name) => name.trim().toLowerCase() === letters),
	];
	const found = matches.map((match) => choices.filter(match));
	const [choice, ...others] = found.find((fitting) => fitting.length > 0) ?? [];
	return others.every(({ value }) => value === choice?.value) ? choice : undefined;
}

/** Undefined for lists and records, whose text may read like a choice. */
function wordOf(value: unknown): string | undefined {
	return isInputValue(value) ? String(value) : undefined;
}

export function isInputValue(value: unknown): value is InputValue {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

function mediaValue(
	field: InputField,
	value: unknown,
	binaryFields: readonly string[],
): string | number | FileReference {
	requireOneUrl(field, value);
	const media = readMediaValue(value, binaryFields);
	if (media !== undefined) return media;
	const isBlank = typeof value === 'string' && value.trim() === '';
	const ofApp = isBlank ? undefined : choiceFor(field, wordOf(value));
	if (ofApp) return ofApp.value;
	throw isBlank ? emptyMedia(field, binaryFields) : notMedia(field, value, binaryFields);
}

/** @throws AiAppError kind `input` for a URL of a page, or one that only this machine's network opens */
function requireOpenable(
	field: InputField,
	media: string | number | FileReference,
	reaches: (url: URL) => boolean,
): string | number | FileReference {
	const url = typeof media === 'string' ? parseHttpUrl(media) : undefined;
	if (url) requireNoShareLink(field, url.href);
	if (!url || reaches(url)) return media;
	throw inputError(say`The URL for '${nameOf(field)}' looks private (${url.origin})`, {
		...inputDetails(field, url.href),
		reason: 'privateFileUrl',
	});
}

/** @param binaryFields files of the item that could be used */
export function emptyMedia(field: InputField, binaryFields: readonly string[]): AiAppError {
	return empty(field, { reason: 'emptyMedia', accepted: asAccepted(binaryFields) });
}

/**
 * The error for an empty text that the app has a default for: nobody pays for an empty prompt on
 * purpose.
 */
export function emptyText(field: InputField): AiAppError {
	return empty(field, { reason: 'emptyText' });
}

function empty(field: InputField, details: ErrorDetails): AiAppError {
	return inputError(say`'${nameOf(field)}' is empty`, { ...inputDetails(field, ''), ...details });
}

/** Limits in words: "1 to 50", "at least 1", or empty. */
export function rangeText({ min, max }: Pick<InputField, 'min' | 'max'>): string {
	if (min !== undefined && max !== undefined) return `${min} to ${max}`;
	if (min !== undefined) return `at least ${min}`;
	return max !== undefined ? `at most ${max}` : '';
}

/** Limits after "a number": "from 1 to 50", "of at least 1". */
export function limitsText(limits: Pick<InputField, 'min' | 'max'>): string {
	const isRange = limits.min !== undefined && limits.max !== undefined;
	return `${isRange ? 'from' : 'of'} ${rangeText(limits)}`;
}

function invalid(field: InputField, value: unknown, expected: string): AiAppError {
	const part = partOf(value);
	const reason = field.isSeed ? 'seed' : undefined;
	return inputError(say`'${nameOf(field)}' must be ${expected}, but is ${quotedValue(value)}`, {
		...inputDetails(field, value),
		reason: part === undefined ? reason : 'severalValues',
		part,
	});
}
