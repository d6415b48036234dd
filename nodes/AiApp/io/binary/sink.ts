import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { settle, type FileSink, type ByteStream } from '../../../../client/index';
import { isBrokenConnection } from '../../transport/networkErrors';

type StreamToStore = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Uint8Array
>;

/** n8n's binary store: filesystem, database, S3 or memory, as the instance is set up. */
export function createFileSink({ helpers }: IExecuteFunctions): FileSink<IBinaryData> {
	return {
		async save({ stream, fileName, mimeType, maxBytes, onChunk }) {
			// It's the stream that n8n's own HTTP helper opened.
			const opened = stream as StreamToStore;
			const bytes = limit(opened, maxBytes, onChunk);
			loopOverBlocks(opened);
			const storing = await settle(() => helpers.prepareBinaryData(opened, fileName, mimeType));
			const { arrived } = bytes;
			if (arrived > maxBytes) return 'tooLarge';
			if (storing.ok) {
				const { value: file } = storing;
				return { file, arrived, stored: await storedSize(helpers, file) };
			}
			const { error } = storing;
			if (isBrokenConnection(error.cause)) throw error;
			return { refused: error.message };
		},
	};
}

/**
 * Stops a stream with the first chunk beyond its limit. Nodes can't remove a file from n8n's store.
 * n8n 2.41 discards a file whose stream fails; n8n 1 may keep it.
 */
function limit(stream: StreamToStore, maxBytes: number, onChunk: () => void) {
	const bytes = { arrived: 0 };
	// Unlike `on`, this does not set the stream flowing before the store reads it.
	stream.prependListener('data', (chunk: Uint8Array) => {
		bytes.arrived += chunk.length;
		onChunk();
		if (bytes.arrived > maxBytes) stream.destroy(new Error('Larger than the limit'));
	});
	return bytes;
}

/** n8n's file store loops over the stream; its other stores listen to it, and keep all chunks. */
function loopOverBlocks(stream: StreamToStore): void {
	const chunks = stream[Symbol.asyncIterator].bind(stream);
	stream[Symbol.asyncIterator] = () => inBlocks({ [Symbol.asyncIterator]: chunks });
}

async function storedSize(
	helpers: IExecuteFunctions['helpers'],
	file: IBinaryData,
): Promise<number> {
	if (file.id === undefined) return Buffer.byteLength(file.data, 'base64');
	return (await helpers.getBinaryMetadata(file.id)).fileSize;
}

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
