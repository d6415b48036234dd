import signUtils from 'ali-oss/lib/common/signUtils.js';
import { parseCompactDate, signingRegion, type SignatureScheme } from './signatureScheme.mts';

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
