import {
	authorization,
	canonicalRequest,
	OSS,
	signature,
	signingKey,
	credentialScope,
	stringToSign,
} from '../../../../client/files/signing/signatureV4';
import { encodedKey } from '../../../../client/files/signing/objectUrl';
import { ossV1Signature, ossV1StringToSign } from '../../../../client/files/signing/sign';

/** Alibaba Cloud OSS, "Include a V4 signature in the Authorization header". */
describe('the example of OSS, version 4', () => {
	const request = canonicalRequest({
		method: 'PUT',
		path: '/examplebucket/exampleobject',
		headers: {
			'Content-Disposition': 'attachment',
			'Content-Length': '3',
			'Content-MD5': 'ICy5YqxZB1uWSwcVLSNLcA==',
			'Content-Type': 'text/plain',
			'x-oss-content-sha256': 'UNSIGNED-PAYLOAD',
			'x-oss-date': '20250411T064124Z',
		},
		named: 'content-disposition;content-length',
	});
	const text = stringToSign(OSS, 'cn-hangzhou', Date.UTC(2025, 3, 11, 6, 41, 24), request);

	it('canonical request and string to sign', () => {
		expect(text).toBe(
			[
				'OSS4-HMAC-SHA256',
				'20250411T064124Z',
				'20250411/cn-hangzhou/oss/aliyun_v4_request',
				'c46d96390bdbc2d739ac9363293ae9d710b14e48081fcb22cd8ad54b63136eca',
			].join('\n'),
		);
	});

	it('signature, by the key that is shown there (its secret is not)', () => {
		const shown = '3543b7686e65eda71e5e5ca19d548d78423c37e8ddba4dc9d83f90228b457c76';

		expect(signature(Buffer.from(shown, 'hex'), text)).toBe(
			'053edbf550ebd239b32a9cdfd93b0b2b3f2d223083aa61f75e9ac16856d61f23',
		);
	});
});

/** The cases that Alibaba's own SDKs are tested with (test_auth_header of the signer, version 4). */
it.each([
	[
		'without a token',
		1702743657,
		{},
		'',
		'OSS4-HMAC-SHA256 Credential=ak/20231216/cn-hangzhou/oss/aliyun_v4_request,Signature=e21d18daa82167720f9b1047ae7e7f1ce7cb77a31e8203a7d5f4624fa0284afe',
	],
	[
		'with a token',
		1702784856,
		{ 'x-oss-security-token': 'token' },
		'',
		'OSS4-HMAC-SHA256 Credential=ak/20231217/cn-hangzhou/oss/aliyun_v4_request,Signature=b94a3f999cf85bcdc00d332fbd3734ba03e48382c36fa4d5af5df817395bd9ea',
	],
	[
		'with further headers',
		1702747512,
		{ abc: 'value', ZAbc: 'value' },
		'abc;zabc',
		'OSS4-HMAC-SHA256 Credential=ak/20231216/cn-hangzhou/oss/aliyun_v4_request,AdditionalHeaders=abc;zabc,Signature=4a4183c187c07c8947db7620deb0a6b38d9fbdd34187b6dbaccb316fa251212f',
	],
])("a case of OSS's SDKs, %s", (_, seconds, further, named, header) => {
	const now = seconds * 1000;
	const date = new Date(now).toISOString().replace(/[-:]|\.000/g, '');
	const headers = {
		'x-oss-head1': 'value',
		'content-type': 'text/plain',
		'x-oss-content-sha256': 'UNSIGNED-PAYLOAD',
		'x-oss-date': date,
		...further,
	};
	const path = `/bucket/${encodedKey('1234+-/123/1.txt')}`;
	const [method, uri, , ...rest] = canonicalRequest({
		method: 'PUT',
		path,
		headers,
		named,
	}).split('\n');
	// These cases have a query, which the client's own requests never have.
	const query = '%2Bparam1=value3&%2Bparam2&%7Cparam1=value4&%7Cparam2&param1=value1&param2';
	const text = stringToSign(OSS, 'cn-hangzhou', now, [method, uri, query, ...rest].join('\n'));
	const signed = signature(signingKey(OSS, 'sk', 'cn-hangzhou', now), text);
	const scope = credentialScope(OSS, 'cn-hangzhou', now);

	expect(authorization(OSS, { accessKeyId: 'ak', scope, named, signature: signed })).toBe(header);
});

/** Alibaba Cloud OSS, "Include a V1 signature in the Authorization header". */
it('the example of OSS, version 1', () => {
	const text = ossV1StringToSign('PUT', '/oss-example/nelson', {
		'Content-MD5': 'ODBGOERFMDMzQTczRUY3NUE3NzA5QzdFNUYzMDQxNEM=',
		'Content-Type': 'text/html',
		Date: 'Thu, 17 Nov 2005 18:49:58 GMT',
		'X-OSS-Meta-Author': 'foo@bar.com',
		'X-OSS-Magic': 'abracadabra',
	});

	expect(text).toBe(
		'PUT\nODBGOERFMDMzQTczRUY3NUE3NzA5QzdFNUYzMDQxNEM=\ntext/html\nThu, 17 Nov 2005 18:49:58 GMT\nx-oss-magic:abracadabra\nx-oss-meta-author:foo@bar.com\n/oss-example/nelson',
	);
	expect(ossV1Signature('OtxrzxIsfpFjA7SwPzILwy8Bw21TLhquhboDYROV', text)).toBe(
		'26NBxoKdsyly4EDv6inkoDft/yA=',
	);
});
