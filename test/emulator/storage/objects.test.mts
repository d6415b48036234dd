import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import OSS from 'ali-oss';
import { type RequestRecord, realClock } from '../../../emulator/index.mts';
import { until } from '../../until.mts';
import { startVisit, type Visit } from '../visit.mts';
import { signOssV4, SIGNERS, signOssV1, signS3 } from './signers.mts';
import type { UploadToken } from './uploadToken.mts';
import {
	commit,
	CONTENT,
	put,
	putUrl,
	tokenOf,
	upload,
	type PutAnswer,
	xmlRefusal,
} from './uploading.mts';

let visit: Visit;

describe('objects', () => {
	const folder = mkdtempSync(join(tmpdir(), 'objects-test-'));

	beforeEach(async () => {
		visit = await startVisit({ temporaryFolder: folder });
	});

	afterEach(() => visit.emulator.close());

	afterAll(() => rmSync(folder, { recursive: true }));

	const MEGABYTE = 2 ** 20;

	const BIG = 40 * MEGABYTE;

	/** A body of so many megabytes, each of another value. */
	function megabytes(count: number): Readable {
		return Readable.from(
			Array.from({ length: count }, (_, index) => Buffer.alloc(MEGABYTE, index)),
		);
	}

	async function sha256(chunks: AsyncIterable<Uint8Array>): Promise<string> {
		const hash = createHash('sha256');
		for await (const chunk of chunks) hash.update(chunk);
		return hash.digest('hex');
	}

	async function signed(token: UploadToken, length: number): Promise<Record<string, string>> {
		const headers = await signOssV4(token, visit.clock.now());
		return { ...headers, 'content-length': String(length) };
	}

	/** The record of the PUT request, once it satisfies. */
	async function putRecord(satisfies: (record: RequestRecord) => boolean): Promise<RequestRecord> {
		const find = () => visit.emulator.requests().find(({ operation }) => operation === 'put');
		await until(() => {
			const record = find();
			return record !== undefined && satisfies(record);
		});
		return find()!;
	}

	describe('a big object', () => {
		it('is returned as it was sent, and nothing is left behind', async () => {
			const token = await tokenOf(visit, 'film.mp4');
			const answer = await put(putUrl(token), await signed(token, BIG), megabytes(40));
			expect(answer.status).toBe(200);
			expect(readdirSync(folder)).toHaveLength(1);
			const url = `${visit.emulator.storageUrl}/${token.file.object_key}`;
			const response = await fetch(url);
			expect(response.headers.get('content-length')).toBe(String(BIG));
			expect(await sha256(response.body as unknown as AsyncIterable<Buffer>)).toBe(
				await sha256(megabytes(40)),
			);
			const head = await fetch(url, { method: 'HEAD' });
			expect(head.headers.get('content-length')).toBe(String(BIG));
			visit.emulator.reset();
			expect((await fetch(url)).status).toBe(404);
			expect(readdirSync(folder)).toHaveLength(0);
		});

		it('is gone with the emulator', async () => {
			const token = await tokenOf(visit, 'film.mp4');
			await put(putUrl(token), await signed(token, BIG), megabytes(40));
			await visit.emulator.close();
			expect(readdirSync(folder)).toHaveLength(0);
		});
	});

	describe('length', () => {
		it.each([CONTENT.length + 1, BIG])(
			'is not reached: nothing of %i bytes is stored',
			async (length) => {
				const token = await tokenOf(visit);
				const headers = await signed(token, length);
				const sending = request(putUrl(token), { method: 'PUT', headers, agent: false });
				sending.on('error', () => {});
				sending.write(CONTENT);
				await putRecord(({ bytes }) => bytes === CONTENT.length);
				sending.destroy();
				expect((await commit(visit, token.file.object_key)).status).toBe(404);
				const record = await putRecord(() => true);
				expect(record.status).toBeUndefined();
			},
		);

		it('is exceeded: nothing is stored', async () => {
			const token = await tokenOf(visit);
			expect(await put(putUrl(token), await signed(token, 3))).toMatchObject({ status: 400 });
			expect((await commit(visit, token.file.object_key)).status).toBe(404);
			expect(await putRecord(() => true)).toMatchObject({ bytes: 3 });
		});

		it('may be 0', async () => {
			const url = await upload(visit, 'empty.txt', Buffer.alloc(0));
			expect(await (await fetch(url)).text()).toBe('');
		});
	});

	describe('an object', () => {
		it('is replaced by a later one', async () => {
			const token = await tokenOf(visit);
			for (const text of ['first', 'second']) {
				await put(putUrl(token), await signed(token, text.length), Buffer.from(text));
			}
			const url = `${visit.emulator.storageUrl}/${token.file.object_key}`;
			expect(await (await fetch(url)).text()).toBe('second');
		});

		it('is also found under the URL that it was uploaded to', async () => {
			const token = await tokenOf(visit);
			await put(putUrl(token), await signed(token, CONTENT.length));
			expect(await (await fetch(putUrl(token))).text()).toBe(CONTENT.toString());
		});
	});

	describe('requests', () => {
		it('are recorded with their headers and the number of bytes, not with the bytes', async () => {
			await upload(visit, 'photo.png', CONTENT);
			const seen = visit.emulator.requests().map(({ host, operation }) => [host, operation]);
			expect(seen).toEqual([
				['api', 'token'],
				['storage', 'put'],
				['meta', 'commit'],
			]);
			const record = await putRecord(() => true);
			expect(record).toMatchObject({ method: 'PUT', status: 200, bytes: CONTENT.length });
			expect(record.body).toBeUndefined();
			expect(record.headers).toMatchObject({ 'content-length': String(CONTENT.length) });
			expect(JSON.stringify(record)).not.toContain(visit.emulator.apiKey);
		});
	});
});

describe('signatures', () => {
	let token: UploadToken;

	beforeEach(async () => {
		visit = await startVisit();
		token = await tokenOf(visit);
	});

	afterEach(() => visit.emulator.close());

	const MINUTE = 60_000;

	const OTHERS = 'inputs_temp/20260114/0123456789abcdef0123456789abcdef.png';

	function changed(file: Partial<UploadToken['file']>): UploadToken {
		return { ...token, file: { ...token.file, ...file } };
	}

	describe.each(SIGNERS)('%s', (name, sign) => {
		const now = () => visit.clock.now();

		async function putWith(signed: UploadToken, headers: object = {}): Promise<PutAnswer> {
			return put(putUrl(signed), { ...(await sign(signed, now())), ...headers });
		}

		it.each([14, -14])('may be %i minutes off the clock', async (minutes) => {
			const headers = await sign(token, now() + minutes * MINUTE);
			expect((await put(putUrl(token), headers)).status).toBe(200);
		});

		it.each([16, -16])('may not be %i minutes off the clock', async (minutes) => {
			const headers = await sign(token, now() + minutes * MINUTE);
			expect(await put(putUrl(token), headers)).toMatchObject(
				xmlRefusal(403, 'RequestTimeTooSkewed'),
			);
		});

		const NO_DATE = { date: undefined, 'x-oss-date': undefined, 'x-amz-date': undefined };
		const NO_TOKEN = { 'x-oss-security-token': undefined, 'x-amz-security-token': undefined };

		it.each<[string, Parameters<typeof changed>[0], Parameters<typeof putWith>[1], string]>([
			['a date', {}, NO_DATE, 'AccessDenied'],
			['the right secret', { access_key_secret: 'guessed' }, {}, 'SignatureDoesNotMatch'],
			['a known access key', { access_key_id: 'STS.stranger' }, {}, 'InvalidAccessKeyId'],
			['the security token', {}, NO_TOKEN, 'InvalidAccessKeyId'],
			['the content type', {}, { 'content-type': 'image/jpeg' }, 'SignatureDoesNotMatch'],
		])('needs %s', async (_, file, headers, code) => {
			expect(await putWith(changed(file), headers)).toMatchObject(xmlRefusal(403, code));
		});

		it('needs the security token that belongs to the key', async () => {
			const { security_token } = (await tokenOf(visit)).file;
			const mixed = changed({ security_token });
			expect(await putWith(mixed)).toMatchObject(xmlRefusal(403, 'InvalidSecurityToken'));
		});

		it('ends with the credentials, after 15 minutes', async () => {
			await visit.advance(15 * MINUTE - 1);
			expect((await putWith(token)).status).toBe(200);
			await visit.advance(1);
			expect(await putWith(token)).toMatchObject(xmlRefusal(403, 'SecurityTokenExpired'));
		});

		it('covers the key', async () => {
			const url = putUrl(changed({ object_key: OTHERS }));
			const answer = await put(url, await sign(token, now()));
			expect(answer).toMatchObject(xmlRefusal(403, 'SignatureDoesNotMatch'));
		});

		it('is invalid for another key or bucket', async () => {
			const otherKey = changed({ object_key: OTHERS });
			const otherBucket = { ...token, storage: { ...token.storage, bucket: 'another' } };
			for (const elsewhere of [otherKey, otherBucket]) {
				expect(await putWith(elsewhere)).toMatchObject(xmlRefusal(403, 'AccessDenied'));
			}
		});

		it('covers any key there may be', async () => {
			const odd = await tokenOf(visit, 'a.p+g %25 ü');
			expect((await putWith(odd)).status).toBe(200);
		});

		it('takes chunks of unknown length, but for S3', async () => {
			const answer = await putWith(token, { 'content-length': undefined });
			const stored = await commit(visit, token.file.object_key);
			if (name === 'S3') {
				expect(answer).toMatchObject(xmlRefusal(411, 'MissingContentLength'));
				expect(stored.status).toBe(404);
			} else {
				expect(answer.status).toBe(200);
				const { data } = stored.body as { data: { url: string } };
				expect(await (await fetch(data.url)).text()).toBe(CONTENT.toString());
			}
		});
	});

	function digestOf(algorithm: string, encoding: 'base64' | 'hex'): string {
		return createHash(algorithm).update(CONTENT).digest(encoding);
	}

	describe('authorization', () => {
		it.each([
			[undefined, xmlRefusal(403, 'AccessDenied')],
			['Bearer sk-emulator', xmlRefusal(400, 'InvalidArgument')],
			['OSS4-HMAC-SHA256 Credential=a', xmlRefusal(400, 'InvalidArgument')],
		])('is rejected with the format %s', async (authorization, answer) => {
			expect(await put(putUrl(token), { authorization })).toMatchObject(answer);
		});

		it.each(['oss', 'amz'])('needs the header of the %s digest', async (vendor) => {
			const sign = vendor === 'oss' ? signOssV4 : signS3;
			const signed = await sign(token, visit.clock.now());
			const headers = { ...signed, [`x-${vendor}-content-sha256`]: undefined };
			expect(await put(putUrl(token), headers)).toMatchObject(xmlRefusal(400, 'InvalidArgument'));
		});

		it('may have the bucket in the name of the host', async () => {
			const headers = await signOssV4(token, visit.clock.now());
			const host = `emulator-bucket.${new URL(token.storage.endpoint).host}`;
			const url = `${visit.emulator.storageUrl}/${token.file.object_key}`;
			expect((await put(url, { ...headers, host })).status).toBe(200);
		});
	});

	describe('digests', () => {
		it.each([
			['MD5', signOssV1, 'content-md5', digestOf('md5', 'base64')],
			['SHA-256', signS3, 'x-amz-content-sha256', digestOf('sha256', 'hex')],
		] as const)('%s of the body must be the one announced', async (_name, sign, header, digest) => {
			const headers = await sign(token, visit.clock.now(), { [header]: digest });
			const other = Buffer.from(CONTENT.toString().toUpperCase());
			expect((await put(putUrl(token), headers)).status).toBe(200);
			expect(await put(putUrl(token), headers, other)).toMatchObject(
				xmlRefusal(400, 'InvalidDigest'),
			);
		});
	});

	describe('region', () => {
		it.each([
			['OSS V4', signOssV4],
			['S3', signS3],
		])('must be that of the storage: %s', async (_name, sign) => {
			const abroad = { ...token, storage: { ...token.storage, region: 'oss-us-east-1' } };
			const headers = await sign(abroad, visit.clock.now());
			const answer = await put(putUrl(token), headers);
			expect(answer).toMatchObject(xmlRefusal(403, 'SignatureDoesNotMatch'));
		});

		it('is the configured one', async () => {
			visit.emulator.setUpStorage({ region: 'us-east-1' });
			const other = await tokenOf(visit);
			const headers = await signOssV4(other, visit.clock.now());
			expect((await put(putUrl(other), headers)).status).toBe(200);
		});
	});
});

describe('errors of the storage', () => {
	beforeAll(async () => {
		// The vendor's client signs with the time of the machine.
		visit = await startVisit({ clock: realClock() });
	});

	afterAll(() => visit.emulator.close());

	const SIGNED = { authorization: 'OSS STS.somebody:signature' };

	async function send(method: string, path: string, headers = {}): Promise<object> {
		const { hostname: host, port } = new URL(visit.emulator.storageUrl);
		const sending = request({ host, port, method, path, headers, agent: false }).end();
		const [answer] = (await once(sending, 'response')) as [IncomingMessage];
		return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
	}

	describe('errors of the storage are in its own XML', () => {
		it.each([
			['DELETE', '/bucket/photo.png', {}, 403, 'AccessDenied'],
			['DELETE', '/bucket/photo.png', SIGNED, 403, 'AccessDenied'],
			['POST', '/bucket/photo.png?uploads', {}, 403, 'AccessDenied'],
			['POST', '/', { 'content-type': 'application/json' }, 403, 'AccessDenied'],
			['PATCH', '/bucket/photo.png', {}, 405, 'MethodNotAllowed'],
			['PROPFIND', '/', {}, 405, 'MethodNotAllowed'],
			['OPTIONS', '/bucket/photo.png', {}, 403, 'AccessForbidden'],
			['GET', '/', {}, 404, 'NoSuchKey'],
			['GET', '/v1/wallet', {}, 404, 'NoSuchKey'],
			['GET', '/%zz', {}, 400, 'InvalidObjectName'],
			['PUT', '/%zz', {}, 400, 'InvalidObjectName'],
		])('%s %s %j gets %i %s', async (method, path, headers, status, code) => {
			expect(await send(method, path, headers)).toMatchObject(xmlRefusal(status, code));
		});

		it('list the allowed methods', async () => {
			const answer = await send('PATCH', '/bucket/photo.png');
			expect(answer).toMatchObject({ headers: { allow: 'GET, HEAD, PUT' } });
		});
	});

	describe("the vendor's client reads the reason", () => {
		it.each([
			['nothing is deleted', (client: OSS, key: string) => client.delete(key)],
			['no upload in parts begins', (client: OSS, key: string) => client.initMultipartUpload(key)],
		])('%s with credentials that put the object', async (_case, act) => {
			const { file, storage } = await tokenOf(visit);
			const client = new OSS({
				...storage,
				accessKeyId: file.access_key_id,
				accessKeySecret: file.access_key_secret,
				stsToken: file.security_token,
				// Without it the client writes a warning.
				refreshSTSToken: () => Promise.reject(new Error('The token is still good.')),
			});
			await client.put(file.object_key, CONTENT);
			const refused = { status: 403, code: 'AccessDenied' };
			await expect(act(client, file.object_key)).rejects.toMatchObject(refused);
		});
	});
});
