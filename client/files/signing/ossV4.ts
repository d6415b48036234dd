import { OSS, v4Header } from './signatureV4';
import { encodedKey, storageUrl } from './objectUrl';
import { UNSIGNED_PAYLOAD, type PutToSign, type SignedPut } from './types';
import { compactTime } from './signingTime';

/**
 * Signs an upload for Alibaba Cloud OSS, version 4. Content-Type and every `x-oss-` header are
 * signed without being named; the path always begins with the bucket, wherever the bucket stands in
 * the URL.
 */
export function signOssV4({ target, credentials, contentType, now }: PutToSign): SignedPut {
	const headers = {
		'Content-Type': contentType,
		'x-oss-content-sha256': UNSIGNED_PAYLOAD,
		'x-oss-date': compactTime(now),
		...(credentials.securityToken && { 'x-oss-security-token': credentials.securityToken }),
	};
	const path = `/${target.bucket}/${encodedKey(target.objectKey)}`;
	// The credentials name the region as the host does, the signature without its prefix.
	const region = target.region.replace(/^oss-/, '');
	const request = { method: 'PUT', path, headers, named: '' };
	const Authorization = v4Header(OSS, request, credentials, { region, now });
	return { url: storageUrl(target).href, headers: { ...headers, Authorization } };
}
