import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { attempted, type FileSink } from '../../../client/index';
import { isBrokenConnection } from '../transport/noAnswer';

type StreamToStore = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** n8n's binary store: filesystem, database, S3 or memory, as the instance is set up. */
export function createFileSink({ helpers }: IExecuteFunctions): FileSink<IBinaryData> {
	return {
		async save({ stream, fileName, mimeType }) {
			const stored = await attempted(() =>
				// The stream is the one that n8n's own HTTP helper opened.
				helpers.prepareBinaryData(stream as StreamToStore, fileName, mimeType),
			);
			if (stored.ok) return { file: stored.value, size: await storedSize(helpers, stored.value) };
			if (isBrokenConnection(stored.error)) throw stored.error;
			return { refused: reasonOf(stored.error) };
		},
	};
}

async function storedSize(
	helpers: IExecuteFunctions['helpers'],
	file: IBinaryData,
): Promise<number> {
	if (file.id === undefined) return Buffer.byteLength(file.data, 'base64');
	return (await helpers.getBinaryMetadata(file.id)).fileSize;
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message.slice(0, 200) : 'no reason given';
}
