import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import {
	parseCompactDate,
	signingRegion,
	type AuthorizationHeader,
	type SignatureScheme,
	type SignedRequest,
} from './signatureScheme.mts';

/** AWS signature version 4 as S3 uses it, recomputed by AWS's own library. */
export const awsV4: SignatureScheme = {
	pattern:
		/^AWS4-HMAC-SHA256 Credential=(?<id>[^/,]+)\/\d{8}\/(?<region>[^/,]+)\/s3\/aws4_request, *SignedHeaders=(?<headers>[^,]+), *Signature=[0-9a-f]{64}$/,
	requiredHeaders: { 'x-amz-content-sha256': /^(UNSIGNED-PAYLOAD|[0-9a-f]{64})$/ },
	tokenHeader: 'x-amz-security-token',
	signedAt: (headers) => parseCompactDate(headers['x-amz-date']),
	async authorization(request, sent, owner) {
		const { accessKeyId, accessKeySecret: secretAccessKey, securityToken: sessionToken } = owner;
		// S3-compatible endpoints of the vendor take the region's name in both spellings.
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

/** Those named in the header, and those that S3 wants to be signed whenever they are sent. */
function headersToSign(
	{ headers }: SignedRequest,
	sent: AuthorizationHeader,
): Record<string, string> {
	const named = new Set((sent.headers ?? '').split(';'));
	const isSigned = (name: string) =>
		named.has(name) || name === 'host' || name === 'content-type' || name.startsWith('x-amz-');
	return Object.fromEntries(Object.entries(headers).filter(([name]) => isSigned(name)));
}
