import { isRecord } from '../http/json.mts';

/**
 * A successful answer with `data` null, or with every value of another type than its own. The rest of
 * an envelope stays, so that the answer passes for a success; answers without one have nothing but
 * values.
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

/** Texts become lists, numbers become records, lists become texts; records keep their names. */
function otherType(value: unknown): unknown {
	if (typeof value === 'string') return [value.length];
	if (typeof value === 'number') return { value };
	if (Array.isArray(value)) return 'a list';
	if (!isRecord(value)) return 0;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, otherType(member)]),
	);
}
