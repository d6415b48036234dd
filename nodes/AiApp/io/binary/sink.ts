import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { settle, type FileSink } from '../../../../client/index';
import { isBrokenConnection } from '../../transport/networkErrors';
import { inBlocks } from './blocks';

type StreamToStore = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Uint8Array
>;

/** n8n's binary store: filesystem, database, S3 or memory, as the instance is set up. */
export function createFileSink({ helpers }: IExecuteFunctions): FileSink<IBinaryData> {
	return {
		async save({ stream, fileName, mimeType, maxBytes, onChunk }) {
			// The stream is the one that n8n's own HTTP helper opened.
			const limited = limit(stream as StreamToStore, maxBytes, onChunk);
			loopOverBlocks(limited.stream);
			const storing = await settle(() =>
				helpers.prepareBinaryData(limited.stream, fileName, mimeType),
			);
			const arrived = limited.arrived();
			if (arrived > maxBytes) return 'tooLarge';
			if (storing.ok) {
				const { value: file } = storing;
				return { file, arrived, stored: await storedSize(helpers, file) };
			}
			const { error } = storing;
			if (isBrokenConnection(error)) throw error;
			return { refused: error instanceof Error ? error.message.slice(0, 200) : 'no reason given' };
		},
	};
}

/**
 * Stops a stream with the first chunk beyond its limit. Nodes can't remove a file from n8n's store.
 * n8n 2.41 discards a file whose stream fails; n8n 1 may keep it.
 */
function limit(stream: StreamToStore, maxBytes: number, onChunk: (bytes: number) => void) {
	let arrived = 0;
	// Unlike `on`, this does not set the stream flowing before the store reads it.
	stream.prependListener('data', (chunk: Uint8Array) => {
		arrived += chunk.length;
		onChunk(chunk.length);
		if (arrived > maxBytes) stream.destroy(new Error('Larger than the limit'));
	});
	return { stream, arrived: () => arrived };
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
