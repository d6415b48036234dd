import { Readable } from 'node:stream';

/** A file too big for memory; each `open` returns a new stream. */
export type StreamedFile = { readonly size: number; open(): Readable };

export type FileContent = Buffer | StreamedFile;

/** Bytes 0 to 255, repeated. */
const CHUNK = Buffer.from(Uint8Array.from({ length: 256 * 1024 }, (_, index) => index % 256));

/** A file of any size that is never in memory as a whole; byte n has the value n mod 256. */
export function byteStream(size: number): StreamedFile {
	return { size, open: () => Readable.from(chunks(size)) };
}

function* chunks(size: number): Generator<Buffer> {
	for (let left = size; left > 0; left -= CHUNK.length) {
		yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
	}
}
