import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import signUtils from 'ali-oss/lib/common/signUtils.js';
import fc from 'fast-check';
import { storageUrl } from '../../../../client/files/signing/objectUrl';
import { signPut, type PutToSign, type SignedPut } from '../../../../client/files/signing/sign';
import { errorOf } from '../../errors.mts';
import { putToSign } from './generated.mts';

const target = { bucket: 'photos', region: 'oss-cn-shanghai', objectKey: 'inputs/a b.png' };

it.each([
	['oss-cn-shanghai.aliyuncs.com', 'https://photos.oss-cn-shanghai.aliyuncs.com/inputs/a%20b.png'],
	['https://s3.example.com/', 'https://photos.s3.example.com/inputs/a%20b.png'],
	['http://s3.example.com:8080', 'http://photos.s3.example.com:8080/inputs/a%20b.png'],
	['s3.example.com:8443', 'https://photos.s3.example.com:8443/inputs/a%20b.png'],
	['127.0.0.1:9000', 'https://127.0.0.1:9000/photos/inputs/a%20b.png'],
	['http://127.0.0.1:9000', 'http://127.0.0.1:9000/photos/inputs/a%20b.png'],
	['http://127.1:9000', 'http://127.0.0.1:9000/photos/inputs/a%20b.png'],
	['http://[::1]:9000', 'http://[::1]:9000/photos/inputs/a%20b.png'],
	['http://localhost:9000', 'http://localhost:9000/photos/inputs/a%20b.png'],
])('at the endpoint %s an object has the URL %s', (endpoint, url) => {
	expect(storageUrl({ ...target, endpoint }).href).toBe(url);
});

it.each(['', 'ftp://files.example.com', 'https://', 'a b', 'http://[::1'])(
	'the endpoint %j is rejected',
	async (endpoint) => {
		const error = await errorOf(() => storageUrl({ ...target, endpoint }));

		expect(error.kind).toBe('upload');
	},
);

it.each(['', 'evil.example.com/', 'user@evil.example.com', 'a#b', 'a:80', '../b'])(
	'the bucket %j is rejected, because it would lead to another host or object',
	async (bucket) => {
		const error = await errorOf(() =>
			storageUrl({ ...target, bucket, endpoint: 's3.example.com' }),
		);

		expect(error.kind).toBe('upload');
	},
);

it.each([
	'../other/x.png',
	'inputs/../../other/x.png',
	'./x.png',
	'inputs/..',
	'inputs/\ud800.png',
])(
	'the key %j is rejected, because the object would get another name or none',
	async (objectKey) => {
		const error = await errorOf(() =>
			storageUrl({ ...target, objectKey, endpoint: 'http://127.0.0.1:9000' }),
		);

		expect(error.kind).toBe('upload');
	},
);

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

describe('an S3 server', () => {
	type Answer = { readonly status: number | undefined; readonly body: string };

	/** The one account that the server knows. */
	const credentials = {
		accessKeyId: 'S3RVER',
		accessKeySecret: 'S3RVER',
		securityToken: undefined,
	};

	const BODY = 'a red kite';

	const directory = mkdtempSync(join(tmpdir(), 's3-server-'));

	const server = new S3rver({
		address: '127.0.0.1',
		port: 0,
		silent: true,
		directory,
		configureBuckets: [{ name: 'photos' }],
	});

	let port: number;

	beforeAll(async () => {
		port = (await server.run()).port;
	});

	afterAll(async () => {
		await server.close();
		rmSync(directory, { recursive: true, force: true });
	});

	function signed(changes: Partial<PutToSign> = {}, objectKey = 'inputs/a.png'): SignedPut {
		const endpoint = `http://127.0.0.1:${port}`;
		const target = { endpoint, bucket: 'photos', region: 'us-east-1', objectKey };
		const now = Date.now();
		return signPut('s3', { target, credentials, contentType: 'image/png', now, ...changes });
	}

	/** Sends to the server whatever host the URL names. */
	function send(method: string, { url, headers }: SignedPut, path?: string): Promise<Answer> {
		const { host, pathname } = new URL(url);
		const options = { host: '127.0.0.1', port, method, path: path ?? pathname, agent: false };
		return new Promise((resolve, reject) => {
			request({ ...options, headers: { ...headers, Host: host } }, (answer) => {
				text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject);
			})
				.on('error', reject)
				.end(method === 'PUT' ? BODY : undefined);
		});
	}

	describe('a server that verifies signatures accepts correct ones', () => {
		it.each([
			'inputs/20260105/0123456789abcdef.png',
			'inputs/red kite.png',
			'inputs/1+1=2 & 100%.png',
			"inputs/Bob's (copy) *.png",
			'inputs/写真 é 😀.png',
		])('it accepts the key %s', async (objectKey) => {
			const put = signed({}, objectKey);

			expect(await send('PUT', put)).toMatchObject({ status: 200 });
			expect(await send('GET', { url: put.url, headers: {} })).toEqual({ status: 200, body: BODY });
		});

		it('it accepts a security token', async () => {
			const put = signed({ credentials: { ...credentials, securityToken: 'token/with+signs==' } });

			expect(put.headers).toHaveProperty('x-amz-security-token', 'token/with+signs==');
			expect(await send('PUT', put)).toMatchObject({ status: 200 });
		});
	});

	describe('and rejects all others', () => {
		it.each<[string, (put: SignedPut) => Promise<Answer>]>([
			['another key', (put) => send('PUT', put, '/photos/inputs/b.png')],
			[
				'another type',
				({ url, headers }) => send('PUT', { url, headers: { ...headers, 'Content-Type': 'a/b' } }),
			],
		])('it rejects %s', async (_, tampered) => {
			const answer = await tampered(signed());

			expect(answer.status).toBe(403);
			expect(answer.body).toContain('<Code>SignatureDoesNotMatch</Code>');
		});
	});
});
