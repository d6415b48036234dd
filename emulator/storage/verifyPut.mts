import {
	ANONYMOUS,
	EXPIRED_CREDENTIALS,
	FOREIGN_OBJECT,
	missingHeader,
	NO_DATE,
	NO_LENGTH,
	SKEWED_DATE,
	type StorageError,
	UNKNOWN_ACCESS_KEY,
	UNKNOWN_SCHEME,
	WRONG_SECURITY_TOKEN,
	WRONG_SIGNATURE,
} from '../errors/storageErrors.mts';
import { awsV4 } from './awsV4.mts';
import type { Credentials, CredentialStore } from './credentials.mts';
import { ossV1 } from './ossV1.mts';
import { ossV4 } from './ossV4.mts';
import type { AuthorizationHeader, SignatureScheme, SignedRequest } from './signatureScheme.mts';

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
	if (headers['content-length'] === undefined && !isChunked) return NO_LENGTH;
	if (!headers['authorization']) return ANONYMOUS;
	const scheme = SCHEMES.find(({ pattern }) => pattern.test(headers['authorization'] ?? ''));
	if (!scheme) return UNKNOWN_SCHEME;
	// S3 takes chunks in a format of its own only.
	if (isChunked && scheme === awsV4) return NO_LENGTH;
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
	if (Number.isNaN(time)) return NO_DATE;
	if (Math.abs(time - now) > MAX_SKEW_MS) return SKEWED_DATE;
	const unmet = Object.entries(requiredHeaders).find(
		([name, form]) => !form.test(headers[name] ?? ''),
	);
	return unmet && missingHeader(unmet[0]);
}

function credentialsError(
	securityToken: string | undefined,
	owner: Credentials | undefined,
	now: number,
): StorageError | undefined {
	if (!owner || securityToken === undefined) return UNKNOWN_ACCESS_KEY;
	if (securityToken !== owner.securityToken) return WRONG_SECURITY_TOKEN;
	return now >= owner.expiresAt ? EXPIRED_CREDENTIALS : undefined;
}

async function signatureError(
	scheme: SignatureScheme,
	request: SignedRequest,
	sent: AuthorizationHeader,
	owner: Credentials,
): Promise<StorageError | undefined> {
	const right = await scheme.authorization(request, sent, owner);
	const given = request.headers['authorization'] ?? '';
	if (withoutSpaces(given) !== withoutSpaces(right)) return WRONG_SIGNATURE;
	const isOwn = request.bucket === owner.bucket && request.objectKey === owner.objectKey;
	return isOwn ? undefined : FOREIGN_OBJECT;
}

/** Some signers put a space after a comma, others do not. */
function withoutSpaces(authorization: string): string {
	return authorization.replace(/, +/g, ',');
}
