import { setImmediate as nextTurn } from 'node:timers/promises';

const CHUNK = 64 * 1024;

/** Half of a body of `length` bytes; then it fails. */
export async function* firstHalf(
	chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
	length: number,
): AsyncGenerator<Buffer> {
	let left = Math.floor(length / 2);
	for await (const chunk of chunks) {
		yield chunk.subarray(0, left);
		left -= chunk.length;
		if (left <= 0) break;
	}
	// Node writes a turn later; broken off at once, not even the headers would be sent.
	await nextTurn();
	throw new Error('Truncated as planned.');
}

/** A JSON object of `count` bytes in chunks, without a length that would warn its reader. */
export function* paddedJson(count: number): Generator<string> {
	const [head, tail] = ['{"code":20000,"message":"Ok","status":true,"data":"', '"}'];
	yield head;
	let left = Math.max(0, count - head.length - tail.length);
	for (; left > 0; left -= CHUNK) yield 'x'.repeat(Math.min(left, CHUNK));
	yield tail;
}
