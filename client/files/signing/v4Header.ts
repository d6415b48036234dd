import { authorization } from './authorization';
import { canonicalRequest, type RequestToSign } from './canonicalRequest';
import type { Dialect } from './dialects';
import type { StorageCredentials } from './put';
import { signature, signingKey } from './signature';
import { credentialScope, stringToSign } from './stringToSign';

/** The Authorization header of a request, by all steps of a V4 scheme. */
export function v4Header(
	dialect: Dialect,
	request: RequestToSign,
	credentials: StorageCredentials,
	{ region, now }: { readonly region: string; readonly now: number },
): string {
	const text = stringToSign(dialect, region, now, canonicalRequest(request));
	const key = signingKey(dialect, credentials.accessKeySecret, region, now);
	return authorization(dialect, {
		accessKeyId: credentials.accessKeyId,
		scope: credentialScope(dialect, region, now),
		named: request.named,
		signature: signature(key, text),
	});
}
