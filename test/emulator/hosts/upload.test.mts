import { SIGNERS, signOssV4 } from '../storage/signers.mts';
import { commit, CONTENT, put, putUrl, tokenOf, upload } from '../storage/uploading.mts';
import { type Answer, outputUrls, startVisit, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

function askToken(query: string): Promise<Answer> {
	return visit.send('GET', `${visit.emulator.apiUrl}/v1/upload/token${query}`);
}

function list(query: string): Promise<Answer> {
	return visit.send('GET', `${visit.emulator.metaUrl}/v1/input_resource${query}`);
}

describe('token', () => {
	it('contains a new object key and where to upload it', async () => {
		expect(await tokenOf(visit, 'a photo.tar.PNG')).toEqual({
			file: {
				object_key: expect.stringMatching(/^inputs_temp\/20260114\/[0-9a-f]{32}\.PNG$/),
				access_key_id: expect.stringMatching(/^STS\./),
				access_key_secret: expect.any(String),
				security_token: expect.any(String),
				expiration: new Date(visit.clock.now() + 15 * 60_000).toISOString(),
			},
			storage: {
				endpoint: visit.emulator.storageUrl,
				bucket: 'emulator-bucket',
				region: 'oss-cn-shanghai',
			},
		});
	});

	it('is different each time', async () => {
		const [one, other] = [await tokenOf(visit), await tokenOf(visit)];
		for (const member of ['object_key', 'access_key_id', 'security_token'] as const) {
			expect(one.file[member]).not.toBe(other.file[member]);
		}
		const ids = visit.emulator.credentials().map(({ accessKeyId }) => accessKeyId);
		expect(ids).toEqual([one.file.access_key_id, other.file.access_key_id]);
	});

	it('uses the requested folder', async () => {
		const { body } = await askToken('?file_name=a.png&file_type=inputs');
		expect(body).toHaveProperty('data.file.object_key', expect.stringMatching(/^inputs\//));
	});

	it.each(['', '?file_name=', '?file_name=photo', '?file_name=.png', '?file_type=inputs_temp'])(
		'needs a file name with an extension: %s',
		async (query) => {
			expect(await askToken(query)).toMatchObject({ status: 400, body: { code: 20015 } });
		},
	);

	it('contains the configured data of the storage', async () => {
		visit.emulator.setUpStorage({ endpoint: 'oss.example.com', region: 'us-east-1' });
		const { storage } = await tokenOf(visit);
		const endpoint = 'oss.example.com';
		expect(storage).toEqual({ endpoint, bucket: 'emulator-bucket', region: 'us-east-1' });
		visit.emulator.reset();
		expect((await tokenOf(visit)).storage.endpoint).toBe(visit.emulator.storageUrl);
	});
});

describe('commit', () => {
	it.each(SIGNERS)(
		'returns the URL of the uploaded object, signed with %s',
		async (_name, sign) => {
			const token = await tokenOf(visit);
			const headers = await sign(token, visit.clock.now());
			const stored = await put(putUrl(token), headers);
			expect(stored).toMatchObject({ status: 200, text: '' });
			expect(stored.headers['etag']).toMatch(/^"[0-9A-F]{32}"$/);
			const answer = await commit(visit, token.file.object_key, 'my photo.png');
			const url = `${visit.emulator.storageUrl}/${token.file.object_key}`;
			const data = { id: expect.any(Number), name: 'my photo.png', ext: '.png', url };
			expect(answer).toMatchObject({ status: 200, body: { code: 20000, data } });
			expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(CONTENT);
		},
	);

	it('is not found for an object that was not uploaded', async () => {
		const { file } = await tokenOf(visit);
		for (const key of [file.object_key, 'inputs_temp/20260114/unheard-of.png']) {
			expect(await commit(visit, key)).toMatchObject({ status: 404, body: { code: 20011 } });
		}
	});

	it('returns the same resource when repeated', async () => {
		const token = await tokenOf(visit);
		await put(putUrl(token), await signOssV4(token, visit.clock.now()));
		const answers = [
			await commit(visit, token.file.object_key),
			await commit(visit, token.file.object_key),
		];
		expect(answers[1]?.body).toEqual(answers[0]?.body);
	});

	it.each([{}, { name: 'a.png' }, { object_key: 'k' }, { name: 'a', object_key: 'k' }, undefined])(
		'rejects %j',
		async (body) => {
			const url = `${visit.emulator.metaUrl}/v1/input_resource/commit`;
			expect(await visit.send('POST', url, { body })).toMatchObject({ status: 400 });
		},
	);
});

describe('list', () => {
	it('contains the committed files, newest first, in pages', async () => {
		for (const name of ['1.png', '2.png', '3.png']) await upload(visit, name, CONTENT);
		const { body } = await list('?current=2&page_size=2');
		expect(body).toHaveProperty('data', {
			list: [expect.objectContaining({ name: '1.png', ext: '.png' })],
			total: 3,
			current: 2,
			page_size: 2,
		});
		const names = ['3.png', '2.png', '1.png'].map((name) => expect.objectContaining({ name }));
		expect((await list('?current=1')).body).toHaveProperty('data.list', names);
	});

	it('sends refusals with status 200', async () => {
		const body = { code: 20015, message: 'invalid parameter: Current', data: null };
		expect(await list('')).toMatchObject({ status: 200, body });
	});
});

const DAY = 24 * 3_600_000;

/** Runs an app and returns the URLs of its files. */
async function outputsOf(appId: number, inputValues: object): Promise<string[]> {
	const id = await visit.create(appId, inputValues);
	await visit.advance(3000);
	return outputUrls(await visit.read(id, 'outputs'));
}

async function download(url: string): Promise<Buffer> {
	return Buffer.from(await (await fetch(url)).arrayBuffer());
}

describe('download', () => {
	it('needs no key and names neither type nor encoding', async () => {
		const [url] = await outputsOf(57001, { k: 1 });
		const response = await fetch(url!);
		const bytes = await response.arrayBuffer();
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('application/octet-stream');
		expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
		expect(response.headers.get('content-encoding')).toBeNull();
	});

	it('answers HEAD with the length alone', async () => {
		const [url] = await outputsOf(57001, { k: 1 });
		const response = await fetch(url!, { method: 'HEAD' });
		const length = Number(response.headers.get('content-length'));
		expect(length).toBe((await download(url!)).length);
	});

	it('expires 15 days after the creation, at midnight', async () => {
		const [url] = await outputsOf(57001, { k: 1 });
		const midnight = Date.parse('2026-01-29T00:00:00+08:00');
		await visit.clock.advanceTo(midnight - 1);
		expect((await fetch(url!)).status).toBe(200);
		await visit.clock.advanceTo(midnight);
		const expired = await fetch(url!);
		expect(expired.status).toBe(403);
		expect(await expired.text()).toContain('<Code>AccessDenied</Code>');
		await visit.advance(400 * DAY);
		expect((await fetch(url!)).status).toBe(403);
	});

	it.each(['/outputs/nothing.png', '/samples/nothing.png'])('is 404 for %s', async (path) => {
		const response = await fetch(visit.emulator.storageUrl + path);
		expect(response.status).toBe(404);
		expect(await response.text()).toContain('<Code>NoSuchKey</Code>');
	});
});
