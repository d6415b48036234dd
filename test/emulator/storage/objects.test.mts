import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { RequestRecord } from '../../../emulator/index.mts';
import { startVisit, type Visit } from '../visit.mts';
import { until } from '../../until.mts';
import { signOssV4 } from './signers.mts';
import { commit, CONTENT, put, putUrl, tokenOf, upload } from './uploading.mts';
import type { UploadToken } from './uploadToken.mts';

let visit: Visit;
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
	return Readable.from(Array.from({ length: count }, (_, index) => Buffer.alloc(MEGABYTE, index)));
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
