import { canonicalHeaders } from './canonical';
import { AWS, v4Header } from './signatureV4';
import { UNSIGNED_PAYLOAD, type PutToSign, type SignedPut } from './types';
import { compactTime } from './signingTime';
import { storageUrl } from './objectUrl';

/** Signs an upload for storages that speak S3, with AWS Signature Version 4. */
export function signS3({ target, credentials, contentType, now }: PutToSign): SignedPut {
	const url = storageUrl(target);
	const headers = {
		'Content-Type': contentType,
		'x-amz-content-sha256': UNSIGNED_PAYLOAD,
		'x-amz-date': compactTime(now),
		...(credentials.securityToken && { 'x-amz-security-token': credentials.securityToken }),
	};
	const signed = { ...headers, host: url.host };
	const named = [...canonicalHeaders(signed).keys()].join(';');
	const request = { method: 'PUT', path: url.pathname, headers: signed, named };
	const Authorization = v4Header(AWS, request, credentials, { region: target.region, now });
	return { url: url.href, headers: { ...headers, Authorization } };
}
