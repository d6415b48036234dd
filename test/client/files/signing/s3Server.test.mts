import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import type { PutToSign, SignedPut } from '../../../../client/files/signing/sign';
import { signPut } from '../../../../client/files/signing/sign';

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
		['another method', (put) => send('DELETE', put)],
		[
			'another type',
			({ url, headers }) => send('PUT', { url, headers: { ...headers, 'Content-Type': 'a/b' } }),
		],
		[
			'another signature',
			({ url, headers: { Authorization = '', ...headers } }) =>
				send('PUT', {
					url,
					headers: { ...headers, Authorization: Authorization.replace(/.$/, 'g') },
				}),
		],
	])('it rejects %s', async (_, tampered) => {
		const answer = await tampered(signed());

		expect(answer.status).toBe(403);
		expect(answer.body).toContain('<Code>SignatureDoesNotMatch</Code>');
	});

	it('it rejects another secret', async () => {
		const put = signed({ credentials: { ...credentials, accessKeySecret: 's3rver' } });

		expect((await send('PUT', put)).status).toBe(403);
	});

	it.each([-20, 20])('it rejects a clock that is %i minutes off', async (minutes) => {
		const answer = await send('PUT', signed({ now: Date.now() + minutes * 60_000 }));

		expect(answer.body).toContain('<Code>RequestTimeTooSkewed</Code>');
	});
});
