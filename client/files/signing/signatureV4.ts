import { createHash, createHmac } from 'node:crypto';
import { UNSIGNED_PAYLOAD, type StorageCredentials } from './types';

export type HeaderMap = Readonly<Record<string, string>>;

/** Names in lower case and values trimmed, in the order of the names: the form that is signed. */
export function canonicalHeaders(headers: HeaderMap): ReadonlyMap<string, string> {
	const entries = Object.entries(headers).map(
		([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')] as const,
	);
	return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

type RequestToSign = {
	readonly method: string;
	/** As in the request line, escaped. */
	readonly path: string;
	/** Those that are signed. */
	readonly headers: HeaderMap;
	/** Names of signed headers that the storage could not know of by itself, joined by `;`. */
	readonly named: string;
	/** SHA-256 of the body, or the word for "not signed". */
	readonly payload?: string;
};

/** The request as one text, the same for both V4 schemes. Requests with a query are not signed here. */
export function canonicalRequest(request: RequestToSign): string {
	const { method, path, headers, named, payload = UNSIGNED_PAYLOAD } = request;
	const lines = [...canonicalHeaders(headers)].map(([name, value]) => `${name}:${value}\n`);
	return [method, path, '', lines.join(''), named, payload].join('\n');
}

/** In what the two V4 schemes differ; the steps are the same. */
export type Dialect = {
	readonly algorithm: string;
	/** Stands before the secret when the signing key is made. */
	readonly keyPrefix: string;
	readonly service: string;
	readonly terminator: string;
	/** What the header calls the list of signed header names. */
	readonly namedHeaders: string;
};

export const OSS: Dialect = {
	algorithm: 'OSS4-HMAC-SHA256',
	keyPrefix: 'aliyun_v4',
	service: 'oss',
	terminator: 'aliyun_v4_request',
	namedHeaders: 'AdditionalHeaders',
};

export const AWS: Dialect = {
	algorithm: 'AWS4-HMAC-SHA256',
	keyPrefix: 'AWS4',
	service: 's3',
	terminator: 'aws4_request',
	namedHeaders: 'SignedHeaders',
};

/** What a signature is good for: one day, one region, one service. */
export function credentialScope(dialect: Dialect, region: string, now: number): string {
	return [compactDay(now), region, dialect.service, dialect.terminator].join('/');
}

/** The text that both V4 schemes sign. */
export function stringToSign(
	dialect: Dialect,
	region: string,
	now: number,
	canonicalRequest: string,
): string {
	const digest = createHash('sha256').update(canonicalRequest).digest('hex');
	return [dialect.algorithm, compactTime(now), credentialScope(dialect, region, now), digest].join(
		'\n',
	);
}

/** The key for one day, region and service, made of the secret in four steps. */
export function signingKey(dialect: Dialect, secret: string, region: string, now: number): Buffer {
	const day = hmac(Buffer.from(`${dialect.keyPrefix}${secret}`), compactDay(now));
	return [region, dialect.service, dialect.terminator].reduce(hmac, day);
}

/** Hexadecimal. */
export function signature(key: Buffer, stringToSign: string): string {
	return hmac(key, stringToSign).toString('hex');
}

function hmac(key: Buffer, text: string): Buffer {
	return createHmac('sha256', key).update(text).digest();
}

export type AuthorizationParts = {
	readonly accessKeyId: string;
	readonly scope: string;
	/** Names of signed headers, joined by `;`; left out when there are none to name. */
	readonly named: string;
	readonly signature: string;
};

/** The Authorization header of both V4 schemes. */
export function authorization(dialect: Dialect, parts: AuthorizationParts): string {
	const { accessKeyId, scope, named, signature } = parts;
	const members = [
		`Credential=${accessKeyId}/${scope}`,
		...(named ? [`${dialect.namedHeaders}=${named}`] : []),
		`Signature=${signature}`,
	];
	return `${dialect.algorithm} ${members.join(',')}`;
}

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

/** `20130524T000000Z`, the time of both V4 schemes. */
export function compactTime(ms: number): string {
	return new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** `20130524`, the day that a signing key of both V4 schemes is good for. */
function compactDay(ms: number): string {
	return compactTime(ms).slice(0, 8);
}

/** `Fri, 24 May 2013 00:00:00 GMT` (RFC 9110, IMF-fixdate). */
export function httpDate(ms: number): string {
	return new Date(ms).toUTCString();
}
