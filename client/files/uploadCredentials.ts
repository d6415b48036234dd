import { AiAppError } from '../errors/AiAppError';
import { textOf, isRecord } from '../parsing/scalars';
import { isPrivateHost } from '../parsing/privateHosts';
import { storageEndpoint, storageUrl, type StorageTarget } from './signing/objectUrl';
import { parseHttpUrl } from '../parsing/urls';
import type { Untrusted, WireUploadFile, WireUploadStorage, WireUploadToken } from '../api/wire';
import { say } from '../parsing/say';

/**
 * Reads the permission to store one file (spec: Upload credentials). It's never kept longer than
 * one attempt.
 * @throws AiAppError kind `unexpected_response` if a part is missing; it names the part and quotes
 * nothing
 */
export function readUploadCredentials(payload: unknown) {
	const sent: Untrusted<WireUploadToken> = isRecord(payload) ? payload : {};
	const file: Untrusted<WireUploadFile> = isRecord(sent.file) ? sent.file : {};
	const storage: Untrusted<WireUploadStorage> = isRecord(sent.storage) ? sent.storage : {};
	return {
		target: {
			endpoint: required('endpoint', storage),
			bucket: required('bucket', storage),
			region: inHeader('region', required('region', storage)),
			objectKey: required('object_key', file),
		},
		credentials: {
			accessKeyId: inHeader('access_key_id', required('access_key_id', file)),
			accessKeySecret: required('access_key_secret', file),
			securityToken: inHeader('security_token', textOf(file.security_token)),
		},
		/** Where the file will be read from, if the service says it. */
		accessUrl: textOf(sent.access_url) ?? textOf(file.access_url),
	};
}

function required<Name extends string>(name: Name, record: { readonly [N in Name]?: unknown }) {
	const value = textOf(record[name]);
	if (value !== undefined) return value;
	throw new AiAppError(
		'unexpected_response',
		say`The service's upload credentials don't include ${name}`,
	);
}

/** A value that is sent in a header, if it is printable ASCII: a line break would end the header. */
function inHeader<Text extends string | undefined>(name: string, text: Text): Text {
	if (text === undefined || /^[\x20-\x7e]*$/.test(text)) return text;
	throw new AiAppError(
		'unexpected_response',
		say`The ${name} in the service's upload credentials is invalid`,
	);
}

/**
 * Checks the storage that the service names: the file is sent wherever endpoint and bucket point
 * together, and its security token needs encryption.
 * @param service any URL of the service
 * @throws AiAppError kind `upload` if it's on a private host, or has no encryption although the
 * service has it, unless the user has entered it
 */
export function requireSafeStorage(
	target: StorageTarget,
	service: string,
	user: { readonly ownHosts: readonly string[]; readonly storageUrl: string | undefined },
): void {
	const signed = storageUrl(target);
	const places = [signed, storageEndpoint(target.endpoint)];
	const isPrivate = places.some(({ hostname }) => isPrivateHost(hostname));
	if (isPrivate && !places.some(({ host }) => user.ownHosts.includes(host)))
		throw new AiAppError(
			'upload',
			say`the service's storage is on a private host (${signed.host})`,
			{ reason: 'privateStorage' },
		);
	if (signed.protocol === 'https:' || !service.startsWith('https:')) return;
	const own = parseHttpUrl(user.storageUrl);
	if (own?.protocol !== 'http:' || !places.some(({ host }) => host === own.host))
		throw new AiAppError(
			'upload',
			say`the service's storage has no encryption (${signed.origin})`,
			{ reason: 'openStorage' },
		);
}
