import { parseHttpUrl } from '../../parsing/urls';
import { AiAppError } from '../../errors/AiAppError';
import { say } from '../../parsing/say';

/** Where a file is to be stored, as the upload credentials name it (spec: Upload credentials). */
export type StorageTarget = {
	/** A host, with or without scheme; https where none is given. */
	readonly endpoint: string;
	readonly bucket: string;
	readonly region: string;
	readonly objectKey: string;
};

/** Storages take keys of up to 1,024 bytes. Half of a surrogate pair can't be encoded. */
const OBJECT_KEY = /^\P{Cs}{1,1024}$/u;

/**
 * The URL of an object: `https://<bucket>.<endpoint>/<key>`, or `<endpoint>/<bucket>/<key>` where
 * the endpoint is an IP address or localhost and so has no subdomains.
 * @throws AiAppError kind `upload` if the storage and the key don't make a URL
 */
export function storageUrl({ endpoint, bucket, objectKey }: StorageTarget): URL {
	const { protocol, host, hostname } = storageEndpoint(endpoint);
	if (!/^[a-z0-9][a-z0-9._-]*$/i.test(bucket)) throw invalidPart('bucket', bucket);
	if (!OBJECT_KEY.test(objectKey)) throw invalidPart('object key', objectKey);
	const key = encodedKey(objectKey);
	const inHost = hasSubdomains(hostname);
	const path = inHost ? `/${key}` : `/${bucket}/${key}`;
	const url = parseHttpUrl(`${protocol}//${inHost ? `${bucket}.` : ''}${host}${path}`);
	if (!url) throw invalidPart('bucket', bucket);
	// A key with a `..` would end up under another name, which the signature would even cover.
	if (url.pathname !== path) throw invalidPart('object key', objectKey);
	return url;
}

/** @throws AiAppError kind `upload` if the endpoint isn't a host */
export function storageEndpoint(endpoint: string): URL {
	const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(endpoint) ? endpoint : `https://${endpoint}`;
	const url = parseHttpUrl(address);
	if (!url) throw invalidPart('endpoint', endpoint);
	return url;
}

/** The URL parser writes every spelling of an IPv4 address as four numbers. */
function hasSubdomains(hostname: string): boolean {
	return hostname !== 'localhost' && !/^\[|^\d+(\.\d+){3}$/.test(hostname);
}

function invalidPart(part: string, value: string): AiAppError {
	return new AiAppError('upload', say`the storage's ${part} is invalid ("${value}")`);
}

/** An object key as the path of a URL: everything but RFC 3986's unreserved characters and `/` is escaped. */
export function encodedKey(objectKey: string): string {
	return encodeURIComponent(objectKey)
		.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
		.replaceAll('%2F', '/');
}
