import type { ErrorDetails } from '../errors/AiAppError';
import { isRecord, textOf } from '../parsing/scalars';
import { excerpt } from '../parsing/say';
import type { InputField } from './schema';

/** An input as errors name it, or a parameter that takes a file as an input does. */
export type NamedInput = Pick<InputField, 'key' | 'kind' | 'label'>;

/** The label of an input, as messages quote it. */
export function nameOf({ label }: Pick<InputField, 'label'>): string {
	// A message shows it in quotes, so it mustn't contain any.
	return excerpt(label).replace(/['"]/g, '’');
}

/**
 * Details of an error about an input. Its ID (the key) means little to a person, so it stands here
 * and not in the message.
 */
export function inputDetails(
	{ key, kind }: Pick<InputField, 'key' | 'kind'>,
	value?: unknown,
): ErrorDetails {
	const given = typeof value === 'string' ? value : undefined;
	return { inputId: excerpt(key), given, name: kind };
}

/**
 * What to add to an expression so that it returns one value of a list or an object, such as `[0].url`.
 * Empty for an object without a URL, undefined for any other value.
 */
export function partOf(value: unknown): string | undefined {
	if (Array.isArray(value)) return `[0]${urlMemberOf(value[0])}`;
	return isRecord(value) ? urlMemberOf(value) : undefined;
}

function urlMemberOf(value: unknown): string {
	return isRecord(value) && textOf(value.url) !== undefined ? '.url' : '';
}
