import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import signUtils from 'ali-oss/lib/common/signUtils.js';
import fc from 'fast-check';
import { signPut } from '../../../../client/files/signing/sign';
import { putToSign } from './generated.mts';

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v]));
}

it('OSS V4 signs as ali-oss does, whatever key and token', () => {
	fc.assert(
		fc.property(putToSign, (put) => {
			const { Authorization, ...headers } = signPut('ossV4', put).headers;
			const { target, credentials } = put;

			expect(Authorization).toBe(
				signUtils.authorizationV4(
					credentials.accessKeyId,
					credentials.accessKeySecret,
					target.region.replace('oss-', ''),
					'PUT',
					{ headers },
					target.bucket,
					target.objectKey,
					[],
				),
			);
		}),
	);
});

it('OSS V1 signs as ali-oss does, whatever key and token', () => {
	fc.assert(
		fc.property(putToSign, (put) => {
			const { Authorization, ...headers } = signPut('ossV1', put).headers;
			const { target, credentials } = put;
			const resource = `/${target.bucket}/${target.objectKey}`;
			const text = signUtils.buildCanonicalString('PUT', resource, { headers }, headers['Date']);

			expect(Authorization).toBe(
				signUtils.authorization(credentials.accessKeyId, credentials.accessKeySecret, text),
			);
		}),
	);
});

it("S3 signs as AWS's own library does, whatever key and token", async () => {
	await fc.assert(
		fc.asyncProperty(putToSign, async (put) => {
			const { url, headers } = signPut('s3', put);
			const { Authorization, ...sent } = lowerCased(headers);
			const { accessKeyId, accessKeySecret, securityToken } = put.credentials;
			const { protocol, host, pathname } = new URL(url);
			const signer = new SignatureV4({
				credentials: {
					accessKeyId,
					secretAccessKey: accessKeySecret,
					...(securityToken && { sessionToken: securityToken }),
				},
				region: put.target.region,
				service: 's3',
				sha256: Sha256,
				uriEscapePath: false,
			});
			const { authorization: mine, ...toSign } = { ...sent, host } as Record<string, string>;
			const signed = await signer.sign(
				{ method: 'PUT', protocol, hostname: host, path: pathname, headers: toSign },
				{ signingDate: new Date(put.now) },
			);

			expect(Authorization).toBeUndefined();
			expect(mine).toBe(signed.headers['authorization']?.replaceAll(', ', ','));
		}),
	);
});

it.each(['ossV4', 'ossV1', 's3'] as const)(
	'%s: the key arrives unchanged, and the only secret that is sent is the signature',
	(scheme) => {
		fc.assert(
			fc.property(putToSign, (put) => {
				const { url, headers } = signPut(scheme, put);
				const { objectKey } = put.target;
				const { accessKeySecret } = put.credentials;

				expect(decodeURIComponent(new URL(url).pathname).endsWith(`/${objectKey}`)).toBe(true);
				expect(`${url}${JSON.stringify(headers)}`).not.toContain(accessKeySecret);
				expect(signPut(scheme, put)).toEqual({ url, headers });
			}),
		);
	},
);
