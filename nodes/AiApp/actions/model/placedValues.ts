import { isRecord } from '../../../../client/index';

/** A value among the parameters of a model, with its place, such as `images[0]`. */
export type Placed<Value = unknown> = { readonly place: string; readonly value: Value };

/** The rest of a place is left out: a name in it may have megabytes, and thousands of values below it. */
const LONGEST_PLACE = 300;

/** The values of a kind, however deep they stand. */
export function placedIn<Value>(
	value: unknown,
	isOfKind: (each: unknown) => each is Value,
	place = '',
): readonly Placed<Value>[] {
	if (isOfKind(value)) return [{ place, value }];
	if (!isRecord(value) && !Array.isArray(value)) return [];
	const dot = place === '' ? '' : '.';
	return Object.entries(value).flatMap(([name, each]) => {
		const part = Array.isArray(value) ? `[${name}]` : `${dot}${name}`;
		const inside = `${place}${part.slice(0, LONGEST_PLACE)}`;
		return placedIn(each, isOfKind, inside.slice(0, LONGEST_PLACE));
	});
}
