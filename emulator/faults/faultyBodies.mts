import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRecord } from '../http/server.mts';

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

const CHUNK = 64 * 1024;

/** The first half of a body of `length` bytes, ending with an error if `breakOff` is set. */
export async function* firstHalf(
	chunks: Chunks,
	length: number,
	breakOff: boolean,
): AsyncGenerator<Buffer> {
	let left = Math.floor(length / 2);
	for await (const chunk of chunks) {
		yield chunk.subarray(0, left);
		left -= chunk.length;
		if (left <= 0) break;
	}
	if (!breakOff) return;
	// Node writes in the next turn of the event loop; an error now would even suppress the headers.
	await nextTurn();
	throw new Error('Truncated as planned.');
}

/** A body byte by byte with a pause between them, until the connection closes. */
export async function* dripping(
	chunks: Chunks,
	pause: () => Promise<void>,
	closed: AbortSignal,
): AsyncGenerator<Buffer> {
	let isFirst = true;
	for await (const chunk of chunks) {
		for (let at = 0; at < chunk.length; at++) {
			if (!isFirst) await pause();
			if (closed.aborted) return;
			isFirst = false;
			yield chunk.subarray(at, at + 1);
		}
	}
}

/** A JSON object of `count` bytes, in chunks. */
export function* paddedJson(count: number): Generator<string> {
	const [head, tail] = ['{"code":20000,"message":"Ok","status":true,"data":"', '"}'];
	yield head;
	let left = Math.max(0, count - head.length - tail.length);
	for (; left > 0; left -= CHUNK) yield 'x'.repeat(Math.min(left, CHUNK));
	yield tail;
}

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
