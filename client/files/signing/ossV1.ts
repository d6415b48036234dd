import { createHmac } from 'node:crypto';
import { canonicalHeaders, type HeaderMap } from './canonical';
import type { PutToSign, SignedPut } from './types';
import { httpDate } from './signingTime';
import { storageUrl } from './objectUrl';

/** Signs an upload for Alibaba Cloud OSS, version 1: the scheme of older services. */
export function signOssV1({ target, credentials, contentType, now }: PutToSign): SignedPut {
	const headers = {
		'Content-Type': contentType,
		Date: httpDate(now),
		...(credentials.securityToken && { 'x-oss-security-token': credentials.securityToken }),
	};
	const resource = `/${target.bucket}/${target.objectKey}`;
	const signature = ossV1Signature(
		credentials.accessKeySecret,
		ossV1StringToSign('PUT', resource, headers),
	);
	const Authorization = `OSS ${credentials.accessKeyId}:${signature}`;
	return { url: storageUrl(target).href, headers: { ...headers, Authorization } };
}

/** The resource is `/<bucket>/<key>`, not escaped. */
export function ossV1StringToSign(method: string, resource: string, headers: HeaderMap): string {
	const all = canonicalHeaders(headers);
	const standard = ['content-md5', 'content-type', 'date'].map((name) => all.get(name) ?? '');
	const own = [...all].filter(([name]) => name.startsWith('x-oss-'));
	return [method, ...standard, ...own.map(([name, value]) => `${name}:${value}`), resource].join(
		'\n',
	);
}

/** Base64. */
export function ossV1Signature(secret: string, stringToSign: string): string {
	return createHmac('sha1', secret).update(stringToSign).digest('base64');
}
