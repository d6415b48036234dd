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

/** What a request announces of its body. */
export type ExpectedBody = Pick<ReceiveOptions, 'length' | 'onBytes'> & {
	readonly contentType?: string;
	/** Digests that the body must have: SHA-256 in hexadecimal, MD5 in base64. */
	readonly sha256?: string;
	readonly md5?: string;
	/** Whether the sender has been cut off, which is what becomes of one who sends too much. */
	readonly isCutOff: () => boolean;
};

export type ObjectStore = {
	/** Reads a body and keeps it under the key, in place of what was there. */
	put(
		objectKey: string,
		body: Readable,
		announced: ExpectedBody,
	): Promise<StoredObject | { readonly error: StorageError }>;
	find(objectKey: string): StoredObject | undefined;
	/** Removes all objects and the files that hold the big ones. */
	clear(): void;
};

/** Uploaded objects: small ones in memory, big ones in a new folder within `parent`. */
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
		announced: ExpectedBody,
	): Promise<StoredObject | { readonly error: StorageError }> {
		const { length, onBytes, contentType, md5 } = announced;
		const reception = { length, onBytes, newPath, md5: md5 !== undefined };
		const received = await receive(body, reception);
		if (announced.isCutOff()) return { error: WRONG_LENGTH };
		if (!isAsExpected(received, announced)) return { error: WRONG_DIGEST };
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
