import type { FastifyRequest } from 'fastify';
import { storageError, type StorageError } from '../errors/storageErrors.mts';
import {
	type AuthorizationHeader,
	awsV4,
	ossV1,
	ossV4,
	type SignatureScheme,
	type SignedRequest,
} from './signatures.mts';
import type { Credentials, CredentialStore } from './uploads.mts';

const SCHEMES: readonly SignatureScheme[] = [ossV4, ossV1, awsV4];
const MAX_SKEW_MS = 15 * 60_000;

/**
 * Why a PUT request is denied; undefined when it is allowed. It needs a length, a signature in one
 * of the three schemes, and credentials that are valid at `now` for this object.
 */
export async function verifyPut(
	request: SignedRequest,
	credentials: CredentialStore,
	now: number,
): Promise<StorageError | undefined> {
	const { headers } = request;
	const isChunked = headers['transfer-encoding'] === 'chunked';
	if (headers['content-length'] === undefined && !isChunked) return storageError('noLength');
	if (!headers['authorization']) return storageError('anonymous');
	const scheme = SCHEMES.find(({ pattern }) => pattern.test(headers['authorization'] ?? ''));
	if (!scheme) return storageError('unknownScheme');
	// S3 takes chunks in a format of its own only.
	if (isChunked && scheme === awsV4) return storageError('noLength');
	const sent = scheme.pattern.exec(headers['authorization'])?.groups as AuthorizationHeader;
	const owner = credentials.find(sent.id);
	return (
		headerError(scheme, headers, now) ??
		credentialsError(headers[scheme.tokenHeader], owner, now) ??
		(owner && (await signatureError(scheme, request, sent, owner)))
	);
}

function headerError(
	{ requiredHeaders, signedAt }: SignatureScheme,
	headers: SignedRequest['headers'],
	now: number,
): StorageError | undefined {
	const time = signedAt(headers);
	if (Number.isNaN(time)) return storageError('noDate');
	if (Math.abs(time - now) > MAX_SKEW_MS) return storageError('skewedDate');
	const unmet = Object.entries(requiredHeaders).find(
		([name, form]) => !form.test(headers[name] ?? ''),
	);
	return unmet && storageError('missingHeader');
}

function credentialsError(
	securityToken: string | undefined,
	owner: Credentials | undefined,
	now: number,
): StorageError | undefined {
	if (!owner || securityToken === undefined) return storageError('unknownAccessKey');
	if (securityToken !== owner.securityToken) return storageError('wrongSecurityToken');
	return now >= owner.expiresAt ? storageError('expiredCredentials') : undefined;
}

async function signatureError(
	scheme: SignatureScheme,
	request: SignedRequest,
	sent: AuthorizationHeader,
	owner: Credentials,
): Promise<StorageError | undefined> {
	const right = await scheme.authorization(request, sent, owner);
	const given = request.headers['authorization'] ?? '';
	if (withoutSpaces(given) !== withoutSpaces(right)) return storageError('wrongSignature');
	const isOwn = request.bucket === owner.bucket && request.objectKey === owner.objectKey;
	return isOwn ? undefined : storageError('foreignObject');
}

/** Some signers put a space after a comma, others do not. */
function withoutSpaces(authorization: string): string {
	return authorization.replace(/, +/g, ',');
}

/** Bucket and key of an object. */
export type ObjectLocation = { readonly bucket: string; readonly objectKey: string };

const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/**
 * Reads bucket and key of a request. In virtual-host style the bucket is the first label of the
 * host; in path style (for hosts without subdomains) it is the first segment of the path.
 */
export function locationOf({
	headers,
	url,
}: Pick<FastifyRequest, 'headers' | 'url'>): ObjectLocation {
	const path = decodeURIComponent(pathOf(url)).slice(1);
	const { host = '' } = headers;
	if (!OWN_HOST.test(host)) return { bucket: host.slice(0, host.indexOf('.')), objectKey: path };
	const slash = path.indexOf('/');
	return { bucket: path.slice(0, Math.max(0, slash)), objectKey: path.slice(slash + 1) };
}

/** The path of a URL as sent, without the query. */
export function pathOf(url: string): string {
	return url.replace(/\?.*$/s, '');
}
