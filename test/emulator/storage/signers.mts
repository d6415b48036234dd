import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import signUtils from 'ali-oss/lib/common/signUtils.js';
import type { UploadToken } from './uploadToken.mts';

/** Headers with their Authorization, for a PUT of the token's object signed at this moment. */
export type Signer = (token: UploadToken, now: number) => Promise<Record<string, string>>;

export const SIGNERS: ReadonlyArray<readonly [string, Signer]> = [
	['OSS V1', signOssV1],
	['OSS V4', signOssV4],
	['S3', signS3],
];

/** Signs with the vendor's library, version 1. */
async function signOssV1(
	{ file, storage }: UploadToken,
	now: number,
): Promise<Record<string, string>> {
	const headers = {
		'content-type': 'image/png',
		date: new Date(now).toUTCString(),
		'x-oss-security-token': file.security_token,
	};
	const resource = `/${storage.bucket}/${file.object_key}`;
	const canonical = signUtils.buildCanonicalString('PUT', resource, { headers }, headers.date);
	const { access_key_id: id, access_key_secret: secret } = file;
	return { ...headers, authorization: signUtils.authorization(id, secret, canonical) };
}

/** Signs with the vendor's library, version 4. */
export async function signOssV4(
	{ file, storage }: UploadToken,
	now: number,
): Promise<Record<string, string>> {
	const headers = {
		'content-type': 'image/png',
		'x-oss-content-sha256': 'UNSIGNED-PAYLOAD',
		'x-oss-date': compact(now),
		'x-oss-security-token': file.security_token,
	};
	const authorization = signUtils.authorizationV4(
		file.access_key_id,
		file.access_key_secret,
		signingRegion(storage),
		'PUT',
		{ headers },
		storage.bucket,
		file.object_key,
		[],
	);
	return { ...headers, authorization };
}

/** Signs with AWS's library. */
export async function signS3(
	{ file, storage }: UploadToken,
	now: number,
): Promise<Record<string, string>> {
	const signer = new SignatureV4({
		credentials: {
			accessKeyId: file.access_key_id,
			secretAccessKey: file.access_key_secret,
			sessionToken: file.security_token,
		},
		region: signingRegion(storage),
		service: 's3',
		sha256: Sha256,
		uriEscapePath: false,
	});
	const { host, hostname } = new URL(storage.endpoint);
	const headers = {
		host,
		'content-type': 'image/png',
		'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
	};
	const path = `/${storage.bucket}/${encodeURI(file.object_key)}`;
	const signed = await signer.sign(
		{ method: 'PUT', protocol: 'http:', hostname, path, headers },
		{ signingDate: new Date(now) },
	);
	return signed.headers;
}

function signingRegion({ region }: UploadToken['storage']): string {
	return region.replace(/^oss-/, '');
}

function compact(now: number): string {
	return new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
}
