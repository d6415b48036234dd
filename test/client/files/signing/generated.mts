import fc from 'fast-check';
import type { PutToSign } from '../../../../client/files/signing/sign';

/** Keys with everything that an escape could get wrong; no part of them is `.` or `..`. */
const keyPart = fc
	.array(fc.oneof(fc.constantFrom(...' +%=&?#\'"()*!~;:@$,[]{}|\\^`<>é中😀'), fc.string()), {
		minLength: 1,
		maxLength: 12,
	})
	.map((parts) => `x${parts.join('').replaceAll('/', '-')}`);

const objectKey = fc.array(keyPart, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

const base64 = fc.base64String({ minLength: 8, maxLength: 400 });
const word = fc.stringMatching(/^[A-Za-z0-9.]{8,30}$/);

/** Uploads as a service could order them. */
export const putToSign: fc.Arbitrary<PutToSign> = fc.record({
	target: fc.record({
		endpoint: fc.constantFrom(
			'oss-cn-shanghai.aliyuncs.com',
			'https://oss-us-east-1.aliyuncs.com',
			'http://storage.example.com:8080',
			'http://127.0.0.1:9000',
			'localhost:9000',
		),
		bucket: fc.stringMatching(/^[a-z0-9][a-z0-9-]{1,20}[a-z0-9]$/),
		region: fc.constantFrom('cn-shanghai', 'oss-cn-shanghai', 'us-east-1', 'oss-us-east-1'),
		objectKey,
	}),
	credentials: fc.record({
		accessKeyId: fc.oneof(
			word,
			word.map((id) => `STS.${id}`),
		),
		// Other parts don't contain it by chance.
		accessKeySecret: base64.map((text) => `secret/of/this/put/${text}`),
		securityToken: fc.option(base64, { nil: undefined }),
	}),
	contentType: fc.constantFrom('image/png', 'application/octet-stream', 'audio/mpeg'),
	now: fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2099, 0) }),
});
