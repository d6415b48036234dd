import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { storageError, type StorageError } from '../errors/storageErrors.mts';
import type { FileContent } from '../rendering/file.mts';

export type StoredObject = {
	readonly content: FileContent;
	/** As sent with the upload. */
	readonly contentType?: string;
	/** SHA-256 in hexadecimal. */
	readonly sha256: string;
};

/** What the request headers say about the body. */
export type ExpectedBody = Pick<ReceiveOptions, 'length' | 'onBytes'> & {
	readonly contentType?: string;
	/** Required digests of the body: SHA-256 in hexadecimal, MD5 in base64. */
	readonly sha256?: string;
	readonly md5?: string;
	/** Whether the connection was destroyed, as Node does when more than Content-Length arrives. */
	readonly isCutOff: () => boolean;
};

export type ObjectStore = {
	/** Reads a body and stores it under the key, replacing any earlier object. */
	put(
		objectKey: string,
		body: Readable,
		announced: ExpectedBody,
	): Promise<StoredObject | { readonly error: StorageError }>;
	find(objectKey: string): StoredObject | undefined;
	/** Removes the files of all objects. */
	end(): void;
};

/** Uploaded objects, in memory or, if big, in a new folder within `parent`. */
export function createObjectStore(parent: string): ObjectStore {
	const objects = new Map<string, StoredObject>();
	let folder: string | undefined;

	function newPath(): string {
		folder ??= mkdtempSync(join(parent, 'emulator-storage-'));
		return join(folder, randomUUID());
	}

	async function put(
		objectKey: string,
		body: Readable,
		expected: ExpectedBody,
	): Promise<StoredObject | { readonly error: StorageError }> {
		const { length, onBytes, contentType, md5 } = expected;
		const options = { length, onBytes, newPath, md5: md5 !== undefined };
		const received = await receive(body, options);
		if (expected.isCutOff()) return { error: storageError('wrongLength') };
		if (!isAsExpected(received, expected)) return { error: storageError('wrongDigest') };
		const stored = { content: received.content, sha256: received.sha256, contentType };
		objects.set(objectKey, stored);
		return stored;
	}

	function end(): void {
		if (folder) rmSync(folder, { recursive: true, force: true });
	}

	return { put, find: (objectKey) => objects.get(objectKey), end };
}

function isAsExpected(received: Received, { sha256, md5 }: ExpectedBody): boolean {
	return (sha256 ?? received.sha256) === received.sha256 && md5 === received.md5;
}

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

const MAX_IN_MEMORY_BYTES = 2 * 2 ** 20;

/** Reads a body into memory or, above 2 MB, into a file; rejects when the connection breaks. */
async function receive(source: Readable, options: ReceiveOptions): Promise<Received> {
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

const FILE_NAME = /^([0-9a-f-]{36})_ComfyUI_(\d{5})_\.\w+$/;

/** An output file by its task and its index, counted from 0. */
export type OutputRef = { readonly requestId: string; readonly index: number };

/** The name of an output file in storage; `ext` includes the dot. */
export function outputName({ requestId, index }: OutputRef, ext: string): string {
	return `${requestId}_ComfyUI_${String(index + 1).padStart(5, '0')}_${ext}`;
}

/** Reverses `outputName`; undefined for any other name. */
export function parseOutputName(name: string): OutputRef | undefined {
	const [, requestId, number] = FILE_NAME.exec(name) ?? [];
	return requestId ? { requestId, index: Number(number) - 1 } : undefined;
}
