import { createHmac } from 'node:crypto';
import { UNSIGNED_PAYLOAD, type PutToSign, type SignedPut, type StorageCredentials } from './types';
import { encodedKey, storageUrl } from './objectUrl';
import {
	AWS,
	canonicalHeaders,
	compactTime,
	httpDate,
	OSS,
	v4Header,
	type HeaderMap,
} from './signatureV4';

const SIGNERS = {
	ossV4: signOssV4,
	ossV1: signOssV1,
	s3: signS3,
} as const satisfies Record<string, (put: PutToSign) => SignedPut>;

/** How a storage wants to be asked: Alibaba Cloud OSS (version 4 or 1) or S3 (AWS Signature V4). */
export type SigningScheme = keyof typeof SIGNERS;

export const DEFAULT_SIGNING_SCHEME: SigningScheme = 'ossV4';

/**
 * The URL and headers of an upload, signed for the time at which it is sent.
 * @throws AiAppError kind `upload` if the storage has no valid URL
 */
export function signPut(scheme: SigningScheme, put: PutToSign): SignedPut {
	return SIGNERS[scheme](put);
}

/** Signs an upload for storages that speak S3, with AWS Signature Version 4. */
function signS3({ target, credentials, contentType, now }: PutToSign): SignedPut {
	const url = storageUrl(target);
	const headers = {
		'Content-Type': contentType,
		'x-amz-content-sha256': UNSIGNED_PAYLOAD,
		'x-amz-date': compactTime(now),
		...tokenHeader('x-amz-security-token', credentials),
	};
	const signed = { ...headers, host: url.host };
	const named = [...canonicalHeaders(signed).keys()].join(';');
	const request = { method: 'PUT', path: url.pathname, headers: signed, named };
	const Authorization = v4Header(AWS, request, credentials, { region: target.region, now });
	return { url: url.href, headers: { ...headers, Authorization } };
}

/**
 * Signs an upload for Alibaba Cloud OSS, version 4. Content-Type and every `x-oss-` header are
 * signed without being named; the path always begins with the bucket, wherever the bucket stands in
 * the URL.
 */
function signOssV4({ target, credentials, contentType, now }: PutToSign): SignedPut {
	const headers = {
		'Content-Type': contentType,
		'x-oss-content-sha256': UNSIGNED_PAYLOAD,
		'x-oss-date': compactTime(now),
		...tokenHeader('x-oss-security-token', credentials),
	};
	const path = `/${target.bucket}/${encodedKey(target.objectKey)}`;
	// The credentials name the region as the host does, the signature without its prefix.
	const region = target.region.replace(/^oss-/, '');
	const request = { method: 'PUT', path, headers, named: '' };
	const Authorization = v4Header(OSS, request, credentials, { region, now });
	return { url: storageUrl(target).href, headers: { ...headers, Authorization } };
}

/** Signs an upload for Alibaba Cloud OSS, version 1: the scheme of older services. */
function signOssV1({ target, credentials, contentType, now }: PutToSign): SignedPut {
	const headers = {
		'Content-Type': contentType,
		Date: httpDate(now),
		...tokenHeader('x-oss-security-token', credentials),
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

function tokenHeader(name: string, { securityToken }: StorageCredentials): HeaderMap {
	return securityToken ? { [name]: securityToken } : {};
}
