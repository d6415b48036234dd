import { numberOf, textOf, isRecord, parseJson } from '../parsing/scalars';
import { visible } from '../parsing/say';

export type InputChoice = { readonly value: string | number; readonly label: string };

/** Names that services use for the list of choices. */
const LISTS = ['values', 'options', 'choices'] as const;

/** Whether the choices in field options are true and false. */
export function areSwitch(options: unknown): boolean {
	const list = listIn(options);
	return list.length > 0 && list.every((item) => typeof item === 'boolean');
}

/** A member that may hold JSON, such as `field_options`: a JSON string, sometimes a value already, sometimes unreadable (then undefined). */
export function optionsOf(sent: unknown): unknown {
	return typeof sent === 'string' ? parseJson(sent) : sent;
}

/** The choices in field options; empty when there are none that can be read. */
export function choicesOf(options: unknown): InputChoice[] {
	const list = listIn(options);
	const choices = list.flatMap((item) => choiceOf(item) ?? []);
	// A list that is read in part would reject values that the app knows.
	return choices.length === list.length ? choices : [];
}

function listIn(options: unknown): readonly unknown[] {
	if (Array.isArray(options)) return options;
	return (isRecord(options) && LISTS.map((name) => options[name]).find(Array.isArray)) || [];
}

function choiceOf(item: unknown): InputChoice | undefined {
	if (typeof item === 'string' || typeof item === 'number')
		return { value: item, label: visible(String(item)) };
	if (!isRecord(item)) return undefined;
	const value = scalar(item.value) ?? scalar(item.id);
	if (value === undefined) return undefined;
	const label = textOf(item.label) ?? textOf(item.name) ?? String(value);
	return { value, label: visible(label) };
}

function scalar(value: unknown): string | number | undefined {
	return typeof value === 'string'
		? value
		: typeof value === 'number'
			? numberOf(value)
			: undefined;
}
