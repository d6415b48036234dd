import { isRecord } from '../../../../client/index';

/** A value among the parameters of a model, with its whole name, such as `images[0]`. */
export type ParameterValue<Value = unknown> = { readonly name: string; readonly value: Value };

/** The rest of a name is left out: it may have megabytes, and thousands of values below it. */
const LONGEST_NAME = 300;

/** The values of a kind, however deep they stand. */
export function parameterValues<Value>(
	value: unknown,
	isOfKind: (each: unknown) => each is Value,
	name = '',
): readonly ParameterValue<Value>[] {
	if (isOfKind(value)) return [{ name, value }];
	if (!isRecord(value) && !Array.isArray(value)) return [];
	const dot = name === '' ? '' : '.';
	return Object.entries(value).flatMap(([member, each]) => {
		const part = Array.isArray(value) ? `[${member}]` : `${dot}${member}`;
		const inside = `${name}${part.slice(0, LONGEST_NAME)}`;
		return parameterValues(each, isOfKind, inside.slice(0, LONGEST_NAME));
	});
}
