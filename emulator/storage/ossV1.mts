import signUtils from 'ali-oss/lib/common/signUtils.js';
import type { SignatureScheme } from './signatureScheme.mts';

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
