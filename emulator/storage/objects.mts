import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { WRONG_DIGEST, WRONG_LENGTH, type StorageError } from '../errors/storageErrors.mts';
import type { FileContent } from './fileContent.mts';
import { receive, type Received, type ReceiveOptions } from './receive.mts';

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
	/** Removes all objects and their files. */
	clear(): void;
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
		if (expected.isCutOff()) return { error: WRONG_LENGTH };
		if (!isAsExpected(received, expected)) return { error: WRONG_DIGEST };
		const stored = { content: received.content, sha256: received.sha256, contentType };
		objects.set(objectKey, stored);
		return stored;
	}

	function clear(): void {
		objects.clear();
		if (folder) rmSync(folder, { recursive: true, force: true });
		folder = undefined;
	}

	return { put, find: (objectKey) => objects.get(objectKey), clear };
}

function isAsExpected(received: Received, { sha256, md5 }: ExpectedBody): boolean {
	return (sha256 ?? received.sha256) === received.sha256 && md5 === received.md5;
}
