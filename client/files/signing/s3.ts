import { canonicalHeaders } from './canonicalHeaders';
import { AWS } from './dialects';
import { UNSIGNED_PAYLOAD, type PutToSign, type SignedPut } from './put';
import { compactTime } from './signingTime';
import { storageUrl } from './storageUrl';
import { v4Header } from './v4Header';

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
