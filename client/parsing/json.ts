import { settleSync } from '../settle';

/** The value of a JSON text, or undefined when it is none. A byte-order mark is read over (RFC 8259, 8.1). */
export function parseJson(text: string): unknown {
	const result = settleSync<unknown>(() => JSON.parse(text.replace(/^\uFEFF/, '')));
	return result.ok ? result.value : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON with sorted keys, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
	const members = Object.keys(value)
		.sort()
		.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
	return `{${members.join(',')}}`;
}
