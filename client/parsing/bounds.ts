import { AiAppError } from '../errors/AiAppError';
import { groupedDigits, say } from './say';

/** No record of the service has nearly as many levels. n8n can't reload an execution with more. */
const MAX_LEVELS = 100;
/** No record has nearly as many values. While n8n reads them, it does nothing else. */
const MAX_VALUES = 200_000;

/**
 * Which bound a JSON text exceeds, counted before it's parsed: millions of brackets take seconds.
 * Every value follows a comma or comes first in its list or record.
 */
export function excessOfText(json: string, most = MAX_VALUES): string | undefined {
	let levels = 0;
	let values = 0;
	let isFirst = false;
	for (let at = 0; at < json.length; at++) {
		const sign = json.charCodeAt(at);
		if (sign <= SPACE) continue;
		const isEnd = sign === LIST_END || sign === RECORD_END;
		if (sign === COMMA || (isFirst && !isEnd)) values += 1;
		isFirst = sign === LIST || sign === RECORD;
		if (isFirst) levels += 1;
		else if (isEnd) levels -= 1;
		else if (sign === QUOTE) at = endOfString(json, at);
		const excess = excessOf(levels, values, most);
		if (excess !== undefined) return excess;
	}
	return undefined;
}

const [SPACE, QUOTE, COMMA] = [0x20, 0x22, 0x2c];
const [LIST, LIST_END, RECORD, RECORD_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const BACKSLASH = 0x5c;

/** The position of a string's closing quote. */
function endOfString(json: string, begin: number): number {
	let end = json.indexOf('"', begin + 1);
	while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
	return end === -1 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
	let first = at;
	while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
	return (at - first) % 2 === 1;
}

/** Which bound a value exceeds, counted level by level: recursion would overflow the stack. */
export function excessOfValue(value: unknown, most = MAX_VALUES): string | undefined {
	let containers = membersIn([value]);
	let values = 0;
	for (let levels = 1; containers.length > 0; levels++) {
		values = containers.reduce((sum, { length }) => sum + length, values);
		const excess = excessOf(levels, values, most);
		if (excess !== undefined) return excess;
		containers = containers.flatMap(membersIn);
	}
	return undefined;
}

function membersIn(values: readonly unknown[]): unknown[][] {
	return values.flatMap((value) => {
		if (typeof value !== 'object' || value === null) return [];
		return [Array.isArray(value) ? value : Object.values(value)];
	});
}

function excessOf(levels: number, values: number, most: number): string | undefined {
	if (values > most) return say`contains more than ${groupedDigits(most)} values`;
	return levels > MAX_LEVELS ? say`is nested more than ${MAX_LEVELS} levels deep` : undefined;
}

/**
 * Checks an untrusted value that n8n has parsed.
 * @throws AiAppError kind `unexpected_response` when it has too many values, or too many levels of
 * lists and records
 */
export function requireBounded(value: unknown): void {
	const excess = excessOfValue(value);
	if (excess !== undefined)
		throw new AiAppError('unexpected_response', say`The response ${excess}`, { outOfBounds: true });
}
