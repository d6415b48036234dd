import { createHash, createHmac } from 'node:crypto';
import { canonicalRequest, type RequestToSign } from './canonical';
import { compactDay, compactTime } from './signingTime';
import type { StorageCredentials } from './types';

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
