import { encodedKey } from '../../../../client/files/signing/objectUrl';
import { ossV1Signature, ossV1StringToSign } from '../../../../client/files/signing/sign';
import {
	authorization,
	AWS,
	canonicalRequest,
	credentialScope,
	OSS,
	signature,
	signingKey,
	stringToSign,
} from '../../../../client/files/signing/signatureV4';

/** Amazon S3 API Reference, "Signature Calculations for the Authorization Header: PUT Object". */
describe('the example of Amazon S3', () => {
	const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
	const now = Date.UTC(2013, 4, 24);
	const payload = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072';
	const named = 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class';
	const request = canonicalRequest({
		method: 'PUT',
		path: `/${encodedKey('test$file.text')}`,
		headers: {
			Host: 'examplebucket.s3.amazonaws.com',
			Date: 'Fri, 24 May 2013 00:00:00 GMT',
			'x-amz-date': '20130524T000000Z',
			'x-amz-storage-class': 'REDUCED_REDUNDANCY',
			'x-amz-content-sha256': payload,
		},
		named,
		payload,
	});
	const text = stringToSign(AWS, 'us-east-1', now, request);

	it('canonical request', () => {
		expect(request).toBe(
			[
				'PUT',
				'/test%24file.text',
				'',
				'date:Fri, 24 May 2013 00:00:00 GMT',
				'host:examplebucket.s3.amazonaws.com',
				`x-amz-content-sha256:${payload}`,
				'x-amz-date:20130524T000000Z',
				'x-amz-storage-class:REDUCED_REDUNDANCY',
				'',
				named,
				payload,
			].join('\n'),
		);
	});

	it('string to sign', () => {
		expect(text).toBe(
			[
				'AWS4-HMAC-SHA256',
				'20130524T000000Z',
				'20130524/us-east-1/s3/aws4_request',
				'9e0e90d9c76de8fa5b200d8c849cd5b8dc7a3be3951ddb7f6a76b4158342019d',
			].join('\n'),
		);
	});

	it('signature and header', () => {
		const signed = signature(signingKey(AWS, secret, 'us-east-1', now), text);
		const scope = credentialScope(AWS, 'us-east-1', now);
		const accessKeyId = 'AKIAIOSFODNN7EXAMPLE';

		expect(authorization(AWS, { accessKeyId, scope, named, signature: signed })).toBe(
			'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
		);
	});
});

/** AWS General Reference, "Deriving the signing key". */
it('the signing key of the AWS example', () => {
	const iam = { ...AWS, service: 'iam' };
	const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';

	const key = signingKey(iam, secret, 'us-east-1', Date.UTC(2015, 7, 30, 12, 36));

	expect(key.toString('hex')).toBe(
		'c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9',
	);
});

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
