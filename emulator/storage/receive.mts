import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { FileContent } from './fileContent.mts';

/** A complete body. Digests are SHA-256 in hexadecimal and MD5 in base64. */
export type Received = {
	readonly content: FileContent;
	readonly sha256: string;
	readonly md5?: string;
};

export type ReceiveOptions = {
	/** From the Content-Length header. */
	readonly length: number;
	/** Returns a path for a body that is too big for memory. */
	readonly newPath: () => string;
	/** Whether to compute the MD5 digest, which takes longer than everything else. */
	readonly md5: boolean;
	/** Called for each chunk with its number of bytes. */
	readonly onBytes: (count: number) => void;
};

const MAX_IN_MEMORY_BYTES = 32 * 2 ** 20;

/** Reads a body into memory or, above 32 MB, into a file; rejects when the connection breaks. */
export async function receive(source: Readable, options: ReceiveOptions): Promise<Received> {
	const sha256 = createHash('sha256');
	const md5 = options.md5 ? createHash('md5') : undefined;
	const hashes = md5 ? [sha256, md5] : [sha256];
	const measured = (chunks: AsyncIterable<Buffer>) => measure(chunks, hashes, options.onBytes);
	const content =
		options.length > MAX_IN_MEMORY_BYTES
			? await toFile(source, measured, options.newPath())
			: await toMemory(source, measured);
	return { content, sha256: sha256.digest('hex'), md5: md5?.digest('base64') };
}

type Measured = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

async function* measure(
	chunks: AsyncIterable<Buffer>,
	hashes: readonly Hash[],
	onBytes: ReceiveOptions['onBytes'],
): AsyncIterable<Buffer> {
	for await (const chunk of chunks) {
		for (const hash of hashes) hash.update(chunk);
		onBytes(chunk.length);
		yield chunk;
	}
}

function toMemory(source: Readable, measured: Measured): Promise<Buffer> {
	return pipeline(source, measured, (chunks: AsyncIterable<Buffer>) => buffer(chunks));
}

/** Removes the file when the body was not received completely. */
async function toFile(source: Readable, measured: Measured, path: string): Promise<FileContent> {
	try {
		await pipeline(source, measured, createWriteStream(path));
	} catch (error) {
		await rm(path, { force: true });
		throw error;
	}
	const { size } = await stat(path);
	return { size, open: () => createReadStream(path) };
}
