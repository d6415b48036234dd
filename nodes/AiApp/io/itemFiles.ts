import { createHash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { ByteStream, FileSource } from '../../../client/index';

/** The files of one input item. */
export type ItemFiles = {
	readonly names: readonly string[];
	/** @throws an error of n8n when the item has no file of that name */
	readonly source: (binaryField: string) => Promise<FileSource>;
};

export function itemFiles(fns: IExecuteFunctions, itemIndex: number): ItemFiles {
	return {
		names: Object.keys(fns.getInputData()[itemIndex]?.binary ?? {}),
		source: async (binaryField) =>
			storedSource(fns, fns.helpers.assertBinaryData(itemIndex, binaryField), binaryField),
	};
}

/** n8n reads 64 KB at a time by itself; larger pieces cost half the processor time per byte. */
const CHUNK_BYTES = 256 * 1024;

/**
 * A file of n8n's binary store, to be sent. In filesystem, database and S3 modes it is streamed; in
 * memory mode it is in the item.
 */
export async function storedSource(
	{ helpers }: IExecuteFunctions,
	file: IBinaryData,
	fallbackName: string,
): Promise<FileSource> {
	const { id, mimeType } = file;
	const name = file.fileName ?? fallbackName;
	if (id === undefined) {
		const bytes = Buffer.from(file.data, 'base64');
		const identity = createHash('sha256').update(bytes).digest('hex');
		return { name, mimeType, size: bytes.length, identity, open: async () => once(bytes) };
	}
	const { fileSize: size } = await helpers.getBinaryMetadata(id);
	return {
		name,
		mimeType,
		size,
		identity: id,
		open: () => helpers.getBinaryStream(id, CHUNK_BYTES),
	};
}

async function* once(bytes: Uint8Array): ByteStream {
	yield bytes;
}
