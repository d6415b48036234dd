import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import signUtils from 'ali-oss/lib/common/signUtils.js';
import type { Credentials } from './uploads.mts';

/** The parts of a PUT request that signatures cover. */
export type SignedRequest = {
	/** As sent: percent-encoded, without a query. */
	readonly path: string;
	readonly bucket: string;
	/** Decoded. */
	readonly objectKey: string;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
};

/** The parts of an Authorization header. */
export type AuthorizationHeader = {
	readonly id: string;
	readonly region?: string;
	/** Names of signed headers, separated by semicolons. */
	readonly headers?: string;
};

/** One way to sign a request by header. */
export type SignatureScheme = {
	/** Matches its Authorization header; the named groups are those of `AuthorizationHeader`. */
	readonly pattern: RegExp;
	/** Required headers and their values, besides date and security token. */
	readonly requiredHeaders: Readonly<Record<string, RegExp>>;
	readonly tokenHeader: string;
	/** The time of signing that the request states (epoch ms); NaN without one. */
	signedAt(headers: SignedRequest['headers']): number;
	/** Computes the Authorization header from the credentials; `sent` says which headers to sign. */
	authorization(
		request: SignedRequest,
		sent: AuthorizationHeader,
		owner: Credentials,
	): Promise<string>;
};

/** Parses a date like `20260114T025335Z`; NaN for anything else. */
function parseCompactDate(text = ''): number {
	const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
	return form.test(text) ? Date.parse(text.replace(form, '$1-$2-$3T$4:$5:$6Z')) : NaN;
}

/** The region as signatures need it: without the leading `oss-`. */
function signingRegion({ region }: Credentials): string {
	return region.replace(/^oss-/, '');
}

/** OSS signature version 1 (HMAC-SHA1), computed by the vendor's own library. */
export const ossV1: SignatureScheme = {
	pattern: /^OSS (?<id>[^:\s]+):\S+$/,
	requiredHeaders: {},
	tokenHeader: 'x-oss-security-token',
	signedAt: (headers) => Date.parse(headers['x-oss-date'] ?? headers['date'] ?? ''),
	async authorization({ bucket, objectKey, headers }, _sent, owner) {
		const resource = `/${bucket}/${objectKey}`;
		const date = headers['x-oss-date'] ?? headers['date'];
		const canonical = signUtils.buildCanonicalString('PUT', resource, { headers }, date);
		return signUtils.authorization(owner.accessKeyId, owner.accessKeySecret, canonical);
	},
};

/** OSS signature version 4 (HMAC-SHA256), computed by the vendor's own library. */
export const ossV4: SignatureScheme = {
	pattern:
		/^OSS4-HMAC-SHA256 Credential=(?<id>[^/,]+)\/\d{8}\/[^/,]+\/oss\/aliyun_v4_request, *(AdditionalHeaders=(?<headers>[^,]*), *)?Signature=[0-9a-f]{64}$/,
	requiredHeaders: { 'x-oss-content-sha256': /^UNSIGNED-PAYLOAD$/ },
	tokenHeader: 'x-oss-security-token',
	signedAt: (headers) => parseCompactDate(headers['x-oss-date']),
	async authorization({ bucket, objectKey, headers }, sent, owner) {
		const additional = (sent.headers ?? '').split(';').filter((name) => name in headers);
		const { accessKeyId, accessKeySecret } = owner;
		const region = signingRegion(owner);
		return signUtils.authorizationV4(
			accessKeyId,
			accessKeySecret,
			region,
			'PUT',
			{ headers },
			bucket,
			objectKey,
			additional,
		);
	},
};

/** AWS signature version 4 as S3 uses it, computed by AWS's own library. */
export const awsV4: SignatureScheme = {
	pattern:
		/^AWS4-HMAC-SHA256 Credential=(?<id>[^/,]+)\/\d{8}\/(?<region>[^/,]+)\/s3\/aws4_request, *SignedHeaders=(?<headers>[^,]+), *Signature=[0-9a-f]{64}$/,
	requiredHeaders: { 'x-amz-content-sha256': /^(UNSIGNED-PAYLOAD|[0-9a-f]{64})$/ },
	tokenHeader: 'x-amz-security-token',
	signedAt: (headers) => parseCompactDate(headers['x-amz-date']),
	async authorization(request, sent, owner) {
		const { accessKeyId, accessKeySecret: secretAccessKey, securityToken: sessionToken } = owner;
		// The vendor's S3-compatible endpoints accept the region with and without `oss-`.
		const region = sent.region === owner.region ? owner.region : signingRegion(owner);
		const signer = new SignatureV4({
			credentials: { accessKeyId, secretAccessKey, sessionToken },
			region,
			service: 's3',
			sha256: Sha256,
			uriEscapePath: false,
		});
		const headers = headersToSign(request, sent);
		const { host = '' } = request.headers;
		const signed = await signer.sign(
			{ method: 'PUT', protocol: 'http:', hostname: host, path: request.path, headers },
			{
				signingDate: new Date(parseCompactDate(request.headers['x-amz-date'])),
				signableHeaders: new Set(Object.keys(headers)),
			},
		);
		return signed.headers['authorization'] ?? '';
	},
};

/** The headers that the request lists as signed, and those that S3 wants signed. Some clients sign no content type. */
function headersToSign(
	{ headers }: SignedRequest,
	sent: AuthorizationHeader,
): Record<string, string> {
	const named = new Set((sent.headers ?? '').split(';'));
	const isSigned = (name: string) =>
		named.has(name) || name === 'host' || name.startsWith('x-amz-');
	return Object.fromEntries(Object.entries(headers).filter(([name]) => isSigned(name)));
}
