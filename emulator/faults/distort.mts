import { isRecord } from '../http/json.mts';

/**
 * Replaces all values of a successful response by null or by values of a wrong type. Of an
 * envelope only `data` is changed, so that the response still counts as a success.
 */
export function distort(answer: unknown, to: 'nulls' | 'otherTypes'): unknown {
	if (!isRecord(answer)) return null;
	if ('code' in answer && 'data' in answer)
		return { ...answer, data: to === 'nulls' ? null : otherType(answer.data) };
	const entries = Object.entries(answer);
	return Object.fromEntries(
		entries.map(([name, value]) => [name, to === 'nulls' ? null : otherType(value)]),
	);
}

/** Strings become arrays, numbers objects, arrays strings; objects keep their keys. */
function otherType(value: unknown): unknown {
	if (typeof value === 'string') return [value.length];
	if (typeof value === 'number') return { value };
	if (Array.isArray(value)) return 'a list';
	if (!isRecord(value)) return 0;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, otherType(member)]),
	);
}
