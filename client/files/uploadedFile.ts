import { normalizedAddress, parseHttpUrl } from '../parsing/urls';
import { settleSync } from '../settle';
import { numberOf, textOf, isRecord } from '../parsing/scalars';
import { encodedKey } from './signing/objectUrl';
import { extensionOfName } from './uploadNames';
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
	storageAddress: string | undefined,
): UploadedFile {
	const sent: Untrusted<WireInputResource> = isRecord(payload) ? payload : {};
	const name = textOf(sent.name) ?? stored.name;
	return {
		id: numberOf(sent.id),
		name,
		ext: textOf(sent.ext) ?? extensionOfName(name) ?? '',
		url:
			httpUrl(textOf(sent.url)) ??
			httpUrl(stored.accessUrl) ??
			underAddress(storageAddress, stored.objectKey) ??
			stored.bucketUrl,
	};
}

function httpUrl(text = ''): string | undefined {
	return parseHttpUrl(text)?.href;
}

function underAddress(address = '', objectKey: string): string | undefined {
	const base = normalizedAddress(address);
	const key = settleSync(() => encodedKey(objectKey));
	return base && key.ok ? `${base}/${key.value}` : undefined;
}
