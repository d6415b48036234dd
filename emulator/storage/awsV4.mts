import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import {
	compactDate,
	signingRegion,
	type Claim,
	type Scheme,
	type SignedRequest,
} from './signatureScheme.mts';

/** AWS signature version 4 as S3 uses it, recomputed by AWS's own library. */
export const awsV4: Scheme = {
	form: /^AWS4-HMAC-SHA256 Credential=(?<id>[^/,]+)\/\d{8}\/(?<region>[^/,]+)\/s3\/aws4_request, *SignedHeaders=(?<headers>[^,]+), *Signature=[0-9a-f]{64}$/,
	demands: { 'x-amz-content-sha256': /^(UNSIGNED-PAYLOAD|[0-9a-f]{64})$/ },
	tokenHeader: 'x-amz-security-token',
	signedAt: (headers) => compactDate(headers['x-amz-date']),
	async authorization(request, claim, owner) {
		const { accessKeyId, accessKeySecret: secretAccessKey, securityToken: sessionToken } = owner;
		// S3-compatible endpoints of the vendor take the region's name in both spellings.
		const region = claim.region === owner.region ? owner.region : signingRegion(owner);
		const signer = new SignatureV4({
			credentials: { accessKeyId, secretAccessKey, sessionToken },
			region,
			service: 's3',
			sha256: Sha256,
			uriEscapePath: false,
		});
		const headers = headersToSign(request, claim);
		const { host = '' } = request.headers;
		const signed = await signer.sign(
			{ method: 'PUT', protocol: 'http:', hostname: host, path: request.path, headers },
			{
				signingDate: new Date(compactDate(request.headers['x-amz-date'])),
				signableHeaders: new Set(Object.keys(headers)),
			},
		);
		return signed.headers['authorization'] ?? '';
	},
};

/** Those named in the claim, and those that S3 wants to be signed whenever they are sent. */
function headersToSign({ headers }: SignedRequest, claim: Claim): Record<string, string> {
	const named = new Set((claim.headers ?? '').split(';'));
	const isSigned = (name: string) =>
		named.has(name) || name === 'host' || name === 'content-type' || name.startsWith('x-amz-');
	return Object.fromEntries(Object.entries(headers).filter(([name]) => isSigned(name)));
}
