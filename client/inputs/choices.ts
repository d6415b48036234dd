import { AiAppError } from '../errors/AiAppError';
import { excessOfText } from '../parsing/bounds';
import { isRecord, parseJson } from '../parsing/scalars';
import { say, visible, lineOf } from '../parsing/say';
import { LONGEST_LABEL } from './labels';

export type InputChoice = { readonly value: string | number; readonly label: string };

/** Names that services use for the list of choices. */
const LISTS = ['values', 'options', 'choices'] as const;

/** Whether the choices in field options are true and false. */
export function areSwitch(options: unknown): boolean {
	const list = listIn(options);
	return list.length > 0 && list.every((item) => typeof item === 'boolean');
}

/**
 * A member that may hold JSON, such as `field_options`: a JSON string, sometimes one that was encoded
 * twice, sometimes a value already, sometimes unreadable (then undefined).
 * @throws AiAppError kind `unexpected_response` when it's out of bounds
 */
export function optionsOf(sent: unknown): unknown {
	const value = valueInJson(sent);
	return typeof value === 'string' ? valueInJson(value) : value;
}

function valueInJson(sent: unknown): unknown {
	if (typeof sent !== 'string') return sent;
	const excess = excessOfText(sent);
	if (excess !== undefined)
		throw new AiAppError('unexpected_response', say`An input of the app ${excess}`, TOO_LARGE);
	return parseJson(sent);
}

export const TOO_LARGE = { outOfBounds: true, reason: 'hugeApp' } as const;

/** The values of the choices in field options; empty when there are none that can all be read. */
export function valuesOf(options: unknown): (string | number)[] {
	const list = listIn(options);
	const values = list.flatMap((item) => valueOf(item) ?? []);
	// A list that is read in part would reject values that the app knows.
	return values.length === list.length ? values : [];
}

/** The choices in field options, with labels. */
export function choicesOf(options: unknown): InputChoice[] {
	const list = listIn(options);
	return valuesOf(list).map((value, n) => ({ value, label: labelOfChoice(list[n], value) }));
}

function listIn(options: unknown): readonly unknown[] {
	if (Array.isArray(options)) return options;
	if (!isRecord(options)) return [];
	return LISTS.map((name) => options[name]).find(Array.isArray) ?? [];
}

function valueOf(item: unknown): string | number | undefined {
	const values = isRecord(item) ? [item.value, item.id] : [item];
	return values.find((value) => typeof value === 'string' || typeof value === 'number');
}

function labelOfChoice(item: unknown, value: string | number): string {
	const { label, name } = isRecord(item) ? item : {};
	const words = lineOf(label, LONGEST_LABEL) ?? lineOf(name, LONGEST_LABEL);
	return words ?? visible(String(value), LONGEST_LABEL);
}
