import { startEmulator, type FaultEffect, type Operation } from '../../../emulator/index.mts';
import { SIGNERS, signOssV4 } from '../storage/signers.mts';
import {
	commit,
	CONTENT,
	put,
	putUrl,
	tokenOf,
	upload,
	type PutAnswer,
} from '../storage/uploading.mts';
import { type Answer, outputUrls, startVisit, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

describe('undefined', () => {
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

		it.each([
			{},
			{ name: 'a.png' },
			{ object_key: 'k' },
			{ name: 'a', object_key: 'k' },
			undefined,
		])('rejects %j', async (body) => {
			const url = `${visit.emulator.metaUrl}/v1/input_resource/commit`;
			expect(await visit.send('POST', url, { body })).toMatchObject({ status: 400 });
		});
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

	function control(method: string, route: string, body?: object): Promise<Answer> {
		return visit.send(method, `${visit.emulator.controlUrl}/control/${route}`, { body });
	}

	describe('control', () => {
		it('plans tasks', async () => {
			await control('POST', 'plan', { plan: { outcome: 'Failed' }, scope: { times: 1 } });
			const [failing, fine] = [await visit.create(), await visit.create()];
			await control('POST', 'advance', { ms: 3000 });
			expect((await visit.read(failing)).body).toHaveProperty('data.status', 'Failed');
			expect((await visit.read(fine)).body).toHaveProperty('data.status', 'Success');
		});

		it('adds faults, -1 for ever, and clears them', async () => {
			const effect = { type: 'answer', status: 503 };
			await control('POST', 'faults', { fault: { on: 'wallet', times: -1, effect } });
			const wallet = () => visit.send('GET', `${visit.emulator.apiUrl}/v1/wallet`);
			expect([(await wallet()).status, (await wallet()).status]).toEqual([503, 503]);
			await control('DELETE', 'faults');
			expect((await wallet()).status).toBe(200);
		});

		it('shows requests and tasks', async () => {
			const requestId = await visit.create();
			expect((await control('GET', 'tasks')).body).toMatchObject([
				{ requestId, status: 'Queuing' },
			]);
			const [create] = (await control('GET', 'requests')).body as object[];
			expect(create).toMatchObject({ operation: 'create', host: 'api', status: 202, requestId });
		});

		it('sets up the storage and shows the credentials issued', async () => {
			await control('POST', 'storage', { setup: { bucket: 'elsewhere' } });
			const { file, storage } = await tokenOf(visit);
			expect(storage.bucket).toBe('elsewhere');
			const issued = [{ accessKeyId: file.access_key_id, bucket: 'elsewhere' }];
			expect((await control('GET', 'credentials')).body).toMatchObject(issued);
		});

		it('sets up the models and shows their tasks', async () => {
			await control('POST', 'models', { setup: { statusAt: 'plain' } });
			const url = `${visit.emulator.apiUrl}/v1/modelzoo/tasks/openapi/sample-writer/text-to-text`;
			await visit.send('POST', url, { body: { user_prompt: 'hello' } });
			const [task] = (await control('GET', 'model-tasks')).body as Array<{ requestId: string }>;
			await visit.advance(300);
			const tasks = `${visit.emulator.apiUrl}/v1/modelzoo/tasks`;
			expect((await visit.send('GET', `${tasks}/openapi/${task?.requestId}`)).status).toBe(404);
			expect((await visit.send('GET', `${tasks}/${task?.requestId}`)).status).toBe(200);
		});

		it('moves the clock', async () => {
			const before = visit.clock.now();
			expect((await control('POST', 'advance', { ms: 1500 })).body).toEqual({ now: before + 1500 });
		});

		it('moves a real clock, which goes on from there', async () => {
			const emulator = await startEmulator();
			const body = { ms: 3_600_000 };
			const before = Date.now();
			const answer = await visit.send('POST', `${emulator.controlUrl}/control/advance`, { body });
			await emulator.close();
			expect((answer.body as { now: number }).now).toBeGreaterThanOrEqual(before + body.ms);
		});

		it('resets everything except the clock', async () => {
			visit.emulator.plan({ runningMs: 1 });
			visit.emulator.addFault({ on: 'wallet', effect: { type: 'answer', status: 503 } });
			await visit.create();
			await visit.advance(10);
			const { now } = (await control('GET', 'state')).body as { now: number };
			await control('POST', 'reset');
			expect((await control('GET', 'state')).body).toMatchObject({
				now,
				held: 0,
				tasks: 0,
				requests: 0,
				addresses: { api: visit.emulator.apiUrl },
			});
		});

		it.each([
			['plan', { scope: {} }],
			['faults', {}],
			['storage', {}],
			['models', {}],
			['limits', {}],
			['callback', {}],
			['advance', undefined],
		])('rejects a body without a required field: %s', async (route, body) => {
			expect((await control('POST', route, body)).status).toBe(400);
		});
	});
});

describe('faults of uploads', () => {
	const BYTES = 3_000_000;

	let objectKey: string;

	async function putUnder(effect: FaultEffect): Promise<PutAnswer | undefined> {
		visit.emulator.addFault({ on: 'put', effect });
		const token = await tokenOf(visit);
		objectKey = token.file.object_key;
		const headers = await signOssV4(token, visit.clock.now());
		return put(putUrl(token), headers).catch(() => undefined);
	}

	/** The URL of an output of `BYTES` bytes. */
	async function bigOutput(): Promise<string> {
		const id = await visit.create(57101, { '1:File.bytes': BYTES });
		await visit.advance(3000);
		return outputUrls(await visit.read(id, 'outputs'))[0]!;
	}

	function download(url: string): Promise<number | undefined> {
		const reading = fetch(url).then((response) => response.arrayBuffer());
		return reading.then(({ byteLength }) => byteLength).catch(() => undefined);
	}

	describe('a PUT', () => {
		it('gets another response, and nothing is stored', async () => {
			const body = '<Error><Code>InternalError</Code></Error>';
			const answer = await putUnder({ type: 'answer', status: 503, body });
			expect(answer).toMatchObject({ status: 503, code: 'InternalError' });
			expect((await commit(visit, objectKey)).status).toBe(404);
		});

		it.each([
			['before', 404],
			['after', 200],
		] as const)('is broken off %s it was stored', async (when, status) => {
			expect(await putUnder({ type: 'reset', when })).toBeUndefined();
			expect((await commit(visit, objectKey)).status).toBe(status);
		});

		it('may be stored, whatever the response', async () => {
			const answer = await putUnder({ type: 'processThenAnswer', status: 500 });
			expect(answer?.status).toBe(500);
			expect((await commit(visit, objectKey)).status).toBe(200);
		});
	});

	describe('the other requests of an upload', () => {
		it.each([
			['token', 'GET', 'apiUrl', '/v1/upload/token?file_name=a.png'],
			['commit', 'POST', 'metaUrl', '/v1/input_resource/commit'],
			['list', 'GET', 'metaUrl', '/v1/input_resource?current=1'],
		] as const)('%s', async (on: Operation, method, host, path) => {
			visit.emulator.addFault({ on, effect: { type: 'html', status: 502 } });
			const answer = await visit.send(method, visit.emulator[host] + path);
			expect(answer).toMatchObject({ status: 502, body: expect.stringContaining('<html>') });
		});
	});

	describe('a download', () => {
		it('of any size has that size', async () => {
			expect(await download(await bigOutput())).toBe(BYTES);
		});

		it('may break off in the middle of the file', async () => {
			const url = await bigOutput();
			visit.emulator.addFault({ on: 'download', effect: { type: 'truncate' } });
			const response = await fetch(url);
			expect(response.headers.get('content-length')).toBe(String(BYTES));
			await expect(response.arrayBuffer()).rejects.toThrow();
			expect(await download(url)).toBe(BYTES);
		});

		it('is replaced by another answer', async () => {
			const url = await bigOutput();
			const body = 'not here';
			const effect = { type: 'processThenAnswer', status: 403, body } as const;
			visit.emulator.addFault({ on: 'download', effect });
			const response = await fetch(url);
			expect([response.status, await response.text()]).toEqual([403, body]);
		});

		it('may be aborted by the caller', async () => {
			const url = await bigOutput();
			const leaving = new AbortController();
			const response = await fetch(url, { signal: leaving.signal });
			leaving.abort();
			await expect(response.arrayBuffer()).rejects.toThrow();
			expect(await download(url)).toBe(BYTES);
		});
	});

	it('a forged object is separate from the stored one', async () => {
		await putUnder({ type: 'delay', ms: 0 });
		const forged = `${visit.emulator.storageUrl}/${objectKey}`;
		expect((await put(forged, {}, Buffer.from('forged'))).status).toBe(403);
		expect(await (await fetch(forged)).text()).toBe(CONTENT.toString());
	});
});
