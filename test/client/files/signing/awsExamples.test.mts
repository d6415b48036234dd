import {
	authorization,
	canonicalRequest,
	AWS,
	signature,
	signingKey,
	credentialScope,
	stringToSign,
} from '../../../../client/files/signing/signatureV4';
import { encodedKey } from '../../../../client/files/signing/objectUrl';

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
