import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import {
	parseCompactDate,
	signingRegion,
	type AuthorizationHeader,
	type SignatureScheme,
	type SignedRequest,
} from './signatureScheme.mts';

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

/** The headers that the request lists as signed, and those that S3 requires to be signed. */
function headersToSign(
	{ headers }: SignedRequest,
	sent: AuthorizationHeader,
): Record<string, string> {
	const named = new Set((sent.headers ?? '').split(';'));
	const isSigned = (name: string) =>
		named.has(name) || name === 'host' || name === 'content-type' || name.startsWith('x-amz-');
	return Object.fromEntries(Object.entries(headers).filter(([name]) => isSigned(name)));
}
