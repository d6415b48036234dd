import { createHash, createHmac } from 'node:crypto';
import { encodedKey, storageUrl, type StorageTarget } from './objectUrl';

export type StorageCredentials = {
	readonly accessKeyId: string;
	readonly accessKeySecret: string;
	readonly securityToken: string | undefined;
};

/** A simple object upload whose bytes are not part of the signature, so that they can be streamed. */
export type PutToSign = {
	readonly target: StorageTarget;
	readonly credentials: StorageCredentials;
	/** Sent and signed: the storage keeps it as the type of the file. */
	readonly contentType: string;
	/** Milliseconds since 1970. */
	readonly now: number;
};

type Headers = Readonly<Record<string, string>>;

export type SignedPut = { readonly url: string; readonly headers: Headers };

const SIGNERS = {
	ossV4: signOssV4,
	ossV1: signOssV1,
	s3: signS3,
} as const satisfies Record<string, (put: PutToSign, url: URL) => Headers>;

/**
 * How a storage wants requests to be signed: Alibaba Cloud OSS (version 4 or 1) or S3 (AWS
 * Signature V4).
 */
export type SigningScheme = keyof typeof SIGNERS;

export const DEFAULT_SIGNING_SCHEME: SigningScheme = 'ossV4';

/**
 * The URL and headers of an upload, signed for the time at which it is sent.
 * @throws AiAppError kind `upload` if the storage has no valid URL
 */
export function signPut(scheme: SigningScheme, put: PutToSign): SignedPut {
	const url = storageUrl(put.target);
	return { url: url.href, headers: SIGNERS[scheme](put, url) };
}

function signS3(put: PutToSign, { host, pathname }: URL): Headers {
	return signV4(AWS, put, { path: pathname, region: put.target.region, host });
}

/**
 * Content-Type and every `x-oss-` header are signed without being named; the path always begins with
 * the bucket, wherever the bucket stands in the URL.
 */
function signOssV4(put: PutToSign): Headers {
	const { bucket, objectKey, region } = put.target;
	const path = `/${bucket}/${encodedKey(objectKey)}`;
	// The region in the credentials has the host's prefix `oss-`; the signature needs it without.
	return signV4(OSS, put, { path, region: region.replace(/^oss-/, '') });
}

/** The scheme of older services. */
function signOssV1({ target, credentials, contentType, now }: PutToSign): Headers {
	const token = tokenHeader('x-oss-security-token', credentials);
	const date = new Date(now).toUTCString();
	const own = Object.entries(token).map(([name, value]) => `${name}:${canonical(value)}`);
	// Unlike the path of the URL, this isn't escaped.
	const resource = `/${target.bucket}/${target.objectKey}`;
	const text = ['PUT', '', contentType, date, ...own, resource].join('\n');
	const signature = createHmac('sha1', credentials.accessKeySecret).update(text).digest('base64');
	const Authorization = `OSS ${credentials.accessKeyId}:${signature}`;
	return { 'Content-Type': contentType, Date: date, ...token, Authorization };
}

/** What differs between the two V4 schemes; the steps are the same. */
type Dialect = {
	readonly algorithm: string;
	readonly headerPrefix: string;
	/** Stands before the secret when the signing key is made. */
	readonly keyPrefix: string;
	readonly service: string;
	readonly terminator: string;
};

const OSS: Dialect = {
	algorithm: 'OSS4-HMAC-SHA256',
	headerPrefix: 'x-oss-',
	keyPrefix: 'aliyun_v4',
	service: 'oss',
	terminator: 'aliyun_v4_request',
};

const AWS: Dialect = {
	algorithm: 'AWS4-HMAC-SHA256',
	headerPrefix: 'x-amz-',
	keyPrefix: 'AWS4',
	service: 's3',
	terminator: 'aws4_request',
};

type V4Scope = {
	/** As in the request line, escaped. */
	readonly path: string;
	readonly region: string;
	/** Only if the scheme signs the host (S3): then the signature names all signed headers. */
	readonly host?: string;
};

const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

function signV4(dialect: Dialect, put: PutToSign, { path, region, host }: V4Scope): Headers {
	const { headerPrefix, keyPrefix, algorithm, service, terminator } = dialect;
	const { contentType, credentials, now } = put;
	// Such as 20130524T000000Z.
	const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
	const headers = {
		'Content-Type': contentType,
		[`${headerPrefix}content-sha256`]: UNSIGNED_PAYLOAD,
		[`${headerPrefix}date`]: time,
		...tokenHeader(`${headerPrefix}security-token`, credentials),
	};
	const signed = Object.entries({ ...headers, ...(host && { host }) })
		.map(([name, value]) => [name.toLowerCase(), value] as const)
		.sort(([a], [b]) => (a < b ? -1 : 1));
	const named = host ? signed.map(([name]) => name).join(';') : '';
	const lines = signed.map(([name, value]) => `${name}:${canonical(value)}\n`).join('');
	const request = ['PUT', path, '', lines, named, UNSIGNED_PAYLOAD].join('\n');
	// What the signature is good for: one day, one region, one service.
	const scope = [time.slice(0, 8), region, service, terminator];
	const digest = createHash('sha256').update(request).digest('hex');
	const key = scope.reduce(hmac, Buffer.from(`${keyPrefix}${credentials.accessKeySecret}`));
	const text = [algorithm, time, scope.join('/'), digest].join('\n');
	const members = [
		`Credential=${[credentials.accessKeyId, ...scope].join('/')}`,
		...(named ? [`SignedHeaders=${named}`] : []),
		`Signature=${hmac(key, text).toString('hex')}`,
	];
	return { ...headers, Authorization: `${algorithm} ${members.join(',')}` };
}

function hmac(key: Buffer, text: string): Buffer {
	return createHmac('sha256', key).update(text).digest();
}

/** A header's value as servers normalize it before they check the signature. */
function canonical(value: string): string {
	return value.trim().replace(/ +/g, ' ');
}

function tokenHeader(name: string, { securityToken }: StorageCredentials): Headers {
	return securityToken ? { [name]: securityToken } : {};
}
