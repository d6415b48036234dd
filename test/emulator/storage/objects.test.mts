import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { until } from '../../until.mts';
import { startVisit, type Visit } from '../visit.mts';
import { signOssV4, SIGNERS, signS3 } from './signers.mts';
import type { UploadToken } from './uploadToken.mts';
import { commit, CONTENT, put, putUrl, tokenOf, type PutAnswer, xmlRefusal } from './uploading.mts';

let visit: Visit;

describe('objects', () => {
	const folder = mkdtempSync(join(tmpdir(), 'objects-test-'));

	beforeEach(async () => {
		visit = await startVisit({ temporaryFolder: folder });
	});

	afterEach(() => visit.emulator.close());

	afterAll(() => rmSync(folder, { recursive: true }));

	const MEGABYTE = 2 ** 20;

	it('a big one is returned as it was sent, and nothing is left behind', async () => {
		const parts = Array.from({ length: 4 }, (_, index) => Buffer.alloc(MEGABYTE, index));
		const token = await tokenOf(visit, 'film.mp4');
		const headers = await signOssV4(token, visit.clock.now());
		const length = { 'content-length': String(4 * MEGABYTE) };
		const answer = await put(putUrl(token), { ...headers, ...length }, Readable.from(parts));
		expect(answer.status).toBe(200);
		expect(readdirSync(folder)).toHaveLength(1);
		const url = `${visit.emulator.storageUrl}/${token.file.object_key}`;
		const returned = Buffer.from(await (await fetch(url)).arrayBuffer());
		expect(returned.equals(Buffer.concat(parts))).toBe(true);
		visit.emulator.reset();
		expect((await fetch(url)).status).toBe(404);
		expect(readdirSync(folder)).toHaveLength(0);
	});

	it('one that breaks off before its length is not stored', async () => {
		const token = await tokenOf(visit);
		const signed = await signOssV4(token, visit.clock.now());
		const headers = { ...signed, 'content-length': String(CONTENT.length + 1) };
		const sending = request(putUrl(token), { method: 'PUT', headers, agent: false });
		sending.on('error', () => {});
		sending.write(CONTENT);
		const sent = () => visit.emulator.requests().find(({ operation }) => operation === 'put');
		await until(() => sent()?.bytes === CONTENT.length);
		sending.destroy();
		expect((await commit(visit, token.file.object_key)).status).toBe(404);
		expect(sent()?.status).toBeUndefined();
	});
});

describe('signatures', () => {
	let token: UploadToken;

	beforeAll(async () => {
		visit = await startVisit();
	});

	beforeEach(async () => {
		token = await tokenOf(visit);
	});

	afterEach(() => visit.emulator.reset());

	afterAll(() => visit.emulator.close());

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

	describe('authorization', () => {
		it.each([
			[undefined, xmlRefusal(403, 'AccessDenied')],
			['Bearer sk-emulator', xmlRefusal(400, 'InvalidArgument')],
			['OSS4-HMAC-SHA256 Credential=a', xmlRefusal(400, 'InvalidArgument')],
		])('is rejected with the format %s', async (authorization, answer) => {
			expect(await put(putUrl(token), { authorization })).toMatchObject(answer);
		});

		it('may have the bucket in the name of the host', async () => {
			const headers = await signOssV4(token, visit.clock.now());
			const host = `emulator-bucket.${new URL(token.storage.endpoint).host}`;
			const url = `${visit.emulator.storageUrl}/${token.file.object_key}`;
			expect((await put(url, { ...headers, host })).status).toBe(200);
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
	});
});
