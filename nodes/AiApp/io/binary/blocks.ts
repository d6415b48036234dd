import type { ByteStream } from '../../../../client/index';

/** n8n's file store waits for the disk after each block, so small blocks would be slow. */
const BLOCK_BYTES = 256 * 1024;

/**
 * Joins the chunks of a stream into larger blocks. A block is valid only until the next one is
 * asked for, because its memory is freed then, like the memory of the chunks. If V8 had to free it,
 * each 64 MB would cost a full garbage collection of n8n's heap, which takes longer than the
 * download.
 */
export async function* inBlocks(chunks: ByteStream): AsyncGenerator<Uint8Array, undefined> {
	let block = new Uint8Array(BLOCK_BYTES);
	let filled = 0;
	for await (const chunk of chunks) {
		for (let at = 0; at < chunk.length; ) {
			const part = chunk.subarray(at, at + BLOCK_BYTES - filled);
			block.set(part, filled);
			at += part.length;
			filled += part.length;
			if (filled < BLOCK_BYTES) continue;
			yield block;
			giveBack(block);
			block = new Uint8Array(BLOCK_BYTES);
			filled = 0;
		}
		giveBack(chunk);
	}
	if (filled > 0) yield block.subarray(0, filled);
	giveBack(block);
	return undefined;
}

type Transferable = ArrayBufferLike & {
	/** Exists since Node.js 21. */
	readonly transfer?: (newByteLength: number) => unknown;
};

/** Frees the memory of bytes that share it with no others. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
	const memory: Transferable = buffer;
	if (byteLength === memory.byteLength) memory.transfer?.(0);
}
