import { AiAppError } from '../errors/AiAppError';
import { extensionOf, plainFileName, withExtension } from '../parsing/fileNames';
import { essenceOf, mimeTypeOf } from '../parsing/mimeTypes';
import type { FileSource } from '../ports';
import { say } from '../parsing/say';
import { parseHttpUrl, withoutSlashes } from '../parsing/urls';
import { numberOf, textOf, isRecord } from '../parsing/scalars';
import { encodedKey } from './signing/objectUrl';
import type { Untrusted, WireInputResource } from '../api/wire';

/** A file that the service knows (spec: Input resource). */
export type UploadedFile = {
	readonly id: number | undefined;
	readonly name: string;
	/** With the leading dot. */
	readonly ext: string;
	/** To be used as the value of a media input. */
	readonly url: string;
};

/** What is known of a stored file before it is committed. */
export type StoredFile = {
	readonly name: string;
	readonly objectKey: string;
	readonly accessUrl: string | undefined;
	/** Where it was stored; not every bucket lets it be read there. */
	readonly bucketUrl: string;
};

/** Reads the response to a commit. What it doesn't contain comes from what is known of the file. */
export function readUploadedFile(
	payload: unknown,
	stored: StoredFile,
	storageAddress?: string,
): UploadedFile {
	const sent: Untrusted<WireInputResource> = isRecord(payload) ? payload : {};
	const name = textOf(sent.name) ?? stored.name;
	const storage = parseHttpUrl(storageAddress);
	const stem = storage && `${storage.origin}${withoutSlashes(storage.pathname)}`;
	return {
		id: numberOf(sent.id),
		name,
		ext: textOf(sent.ext) ?? extensionOf(name) ?? '',
		url:
			parseHttpUrl(textOf(sent.url))?.href ??
			parseHttpUrl(stored.accessUrl)?.href ??
			(stem ? `${stem}/${encodedKey(stored.objectKey)}` : stored.bucketUrl),
	};
}

/**
 * The name a file is uploaded under. Folders and control characters are left out.
 * @throws AiAppError kind `upload` if neither its name, its first bytes nor its type imply an extension
 */
export function uploadName(file: Pick<FileSource, 'begin' | 'mimeType' | 'name'>): string {
	const extended = withExtension(file);
	if (extended !== undefined) return extended;
	throw new AiAppError(
		'upload',
		say`"${plainFileName(file.name)}" has no file extension, and its type (${file.mimeType || 'none'}) doesn't imply one`,
		{ reason: 'fileName' },
	);
}

/** The MIME type to store a file with: without parameters, and valid in a header. */
export function contentTypeOf(mimeType: string, name: string): string {
	const essence = essenceOf(mimeType);
	return /^[\w.+-]+\/[\w.+-]+$/.test(essence)
		? essence
		: mimeTypeOf(extensionOf(name)?.toLowerCase());
}
