import { settle } from '../settle';
import type { FileSource } from '../ports';
import type { UploadFile } from './upload';
import type { UploadedFile } from './uploadedFile';

export type UploadCache = { readonly upload: (file: FileSource) => Promise<UploadedFile> };

/**
 * Uploads each file once in a try of the node: items that run at once and need the same file share one
 * upload and, if it fails, its error. A failed upload isn't remembered, so that a later item
 * may succeed.
 */
export function createUploadCache(
	upload: UploadFile,
	signal: AbortSignal | undefined,
): UploadCache {
	const byIdentity = new Map<string, Promise<UploadedFile>>();

	async function uploadOnce(file: FileSource): Promise<UploadedFile> {
		const sending = upload(file, signal);
		byIdentity.set(file.identity, sending);
		const result = await settle(() => sending);
		if (result.ok) return result.value;
		byIdentity.delete(file.identity);
		throw result.error;
	}

	return { upload: (file) => byIdentity.get(file.identity) ?? uploadOnce(file) };
}
