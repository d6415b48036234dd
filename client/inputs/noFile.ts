import { type AiAppError, type ErrorDetails, inputError } from '../errors/AiAppError';
import { isRecord, textOf } from '../parsing/scalars';
import { quotedValue, say } from '../parsing/say';
import { inputDetails, nameOf, partOf, type NamedInput } from './inputFacts';
import { readMediaValue, type FileReference } from './media';

/** The error for a value that stands for neither a URL nor a file of the item. */
export function notMedia(
	field: NamedInput,
	value: unknown,
	binaryFields: readonly string[],
): AiAppError {
	const accepted = asAccepted(binaryFields);
	const name = isRecord(value) ? value.$binary : value;
	const [file, ...others] = fileNamesIn(value);
	if (others.length > 0)
		return inputError(say`'${nameOf(field)}' must be one file, but is ${others.length + 1} files`, {
			...inputDetails(field),
			reason: 'notMedia',
			accepted,
		});
	if (file !== undefined)
		return inputError(
			say`This item no longer has the file ${quotedValue(file)} for '${nameOf(field)}'`,
			{ ...inputDetails(field), reason: 'fileOfEarlierNode', accepted },
		);
	// A text without a slash or a colon can't be a URL, so it's taken for the name of a field.
	return inputError(
		typeof name === 'string' && !/[/:]/.test(name)
			? say`This item has no binary field ${quotedValue(name)} for '${nameOf(field)}'`
			: say`'${nameOf(field)}' must be a URL or the name of a binary field, but is ${quotedValue(value)}`,
		{ ...inputDetails(field, name), reason: 'notMedia', accepted, part: partOf(value) },
	);
}

/** Choices, or the names of an item's files, as an error lists the values that an input accepts. */
export function asAccepted(values: readonly string[]): NonNullable<ErrorDetails['accepted']> {
	return values.map((value) => ({ key: value, label: value }));
}

/**
 * The names of files that expressions of n8n return as objects: `$binary.data`, all of `$binary`, or
 * a list.
 */
function fileNamesIn(value: unknown): readonly string[] {
	if (!isRecord(value) && !Array.isArray(value)) return [];
	const files = isFileObject(value) ? [value] : Object.values(value);
	if (!files.every(isFileObject)) return [];
	return files.map(({ fileName }) => textOf(fileName) ?? 'without a name');
}

/** n8n's own form of a file in an item. */
function isFileObject(value: unknown): value is Readonly<Record<string, unknown>> {
	if (!isRecord(value) || textOf(value.mimeType) === undefined) return false;
	return [value.id, value.data, value.fileSize].some((part) => typeof part === 'string');
}

/**
 * Whether a value is a file of n8n that an expression returned, and nothing else: others have a type
 * and content as well, or a type and an ID.
 */
export function isFileOfNode(value: unknown): boolean {
	return isFileObject(value) && typeof value.fileSize === 'string';
}

/**
 * The file of the item that `{"$binary": "name"}` stands for.
 * @throws AiAppError kind `input` if the item has none of that name
 */
export function requireFile(
	field: NamedInput,
	value: Readonly<Record<string, unknown>>,
	binaryFields: readonly string[],
): FileReference {
	const media = readMediaValue(value, binaryFields);
	if (typeof media === 'object') return media;
	const { $binary } = value;
	throw notMedia(field, isFileObject($binary) ? $binary : value, binaryFields);
}
