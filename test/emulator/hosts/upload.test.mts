import { startEmulator } from '../../../emulator/index.mts';
import { SIGNERS, signOssV4 } from '../storage/signers.mts';
import { commit, CONTENT, put, putUrl, tokenOf, upload } from '../storage/uploading.mts';
import { outputUrls, startVisit, type Answer, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

describe('an upload token', () => {
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

	it.each(['?file_name=', '?file_name=photo', '?file_name=.png', '?file_type=inputs_temp'])(
		'needs a file name with an extension: %s',
		async (query) => {
			const url = `${visit.emulator.apiUrl}/v1/upload/token${query}`;
			expect(await visit.send('GET', url)).toMatchObject({ status: 400, body: { code: 20015 } });
		},
	);

	it('contains the configured data of the storage', async () => {
		const setup = { endpoint: 'oss.example.com', region: 'us-east-1' };
		visit.emulator.setUpStorage(setup);
		expect((await tokenOf(visit)).storage).toEqual({ ...setup, bucket: 'emulator-bucket' });
		visit.emulator.reset();
		expect((await tokenOf(visit)).storage.endpoint).toBe(visit.emulator.storageUrl);
	});
});

describe('a commit', () => {
	it.each(SIGNERS)('returns the URL of the uploaded object, signed with %s', async (_, sign) => {
		const token = await tokenOf(visit);
		const stored = await put(putUrl(token), await sign(token, visit.clock.now()));
		expect(stored).toMatchObject({ status: 200, text: '' });
		const answer = await commit(visit, token.file.object_key, 'my photo.png');
		const url = `${visit.emulator.storageUrl}/${token.file.object_key}`;
		const data = { id: expect.any(Number), name: 'my photo.png', ext: '.png', url };
		expect(answer).toMatchObject({ status: 200, body: { code: 20000, data } });
		expect(await (await fetch(url)).text()).toBe(CONTENT.toString());
	});

	it('is not found for an object that was not uploaded', async () => {
		const { file } = await tokenOf(visit);
		const refused = { status: 404, body: { code: 20011 } };
		expect(await commit(visit, file.object_key)).toMatchObject(refused);
	});

	it('returns the same resource when repeated', async () => {
		const token = await tokenOf(visit);
		await put(putUrl(token), await signOssV4(token, visit.clock.now()));
		const { object_key } = token.file;
		expect((await commit(visit, object_key)).body).toEqual((await commit(visit, object_key)).body);
	});

	it.each([{ name: 'a.png' }, { object_key: 'k' }, { name: 'a', object_key: 'k' }, undefined])(
		'rejects %j',
		async (body) => {
			const url = `${visit.emulator.metaUrl}/v1/input_resource/commit`;
			expect(await visit.send('POST', url, { body })).toMatchObject({ status: 400 });
		},
	);
});

describe('a download', () => {
	async function fileOf(bytes: number): Promise<string> {
		const id = await visit.create(57101, { '1:File.bytes': bytes });
		await visit.advance(3000);
		return outputUrls(await visit.read(id, 'outputs'))[0]!;
	}

	it('needs no key and names its length, but neither type nor encoding', async () => {
		const url = await fileOf(3_000_000);
		const response = await fetch(url);
		const { byteLength } = await response.arrayBuffer();
		expect([response.status, byteLength]).toEqual([200, 3_000_000]);
		expect(response.headers.get('content-type')).toBe('application/octet-stream');
		expect(response.headers.get('content-length')).toBe('3000000');
		expect(response.headers.get('content-encoding')).toBeNull();
		const { headers } = await fetch(url, { method: 'HEAD' });
		expect(headers.get('content-length')).toBe('3000000');
	});
});

describe('a PUT', () => {
	it('by somebody else changes nothing', async () => {
		const url = await upload(visit, 'photo.png', CONTENT);
		expect((await put(url, {}, Buffer.from('forged'))).status).toBe(403);
		expect(await (await fetch(url)).text()).toBe(CONTENT.toString());
	});
});

describe('the control host', () => {
	function control(method: string, route: string, body?: object): Promise<Answer> {
		return visit.send(method, `${visit.emulator.controlUrl}/control/${route}`, { body });
	}

	it('plans tasks, moves the clock, and shows tasks and requests', async () => {
		await control('POST', 'plan', { plan: { outcome: 'Failed' }, scope: { times: 1 } });
		const requestId = await visit.create();
		const now = visit.clock.now() + 3000;
		expect((await control('POST', 'advance', { ms: 3000 })).body).toEqual({ now });
		const tasks = [{ requestId, status: 'Failed' }];
		expect((await control('GET', 'tasks')).body).toMatchObject(tasks);
		const requests = [{ operation: 'create', host: 'api', status: 202, requestId }];
		expect((await control('GET', 'requests')).body).toMatchObject(requests);
	});

	it('moves a real clock, which goes on from there', async () => {
		const emulator = await startEmulator();
		const body = { ms: 3_600_000 };
		const before = Date.now();
		const answer = await visit.send('POST', `${emulator.controlUrl}/control/advance`, { body });
		await emulator.close();
		expect((answer.body as { now: number }).now).toBeGreaterThanOrEqual(before + body.ms);
	});

	it('adds faults, -1 for ever, and clears them', async () => {
		const effect = { type: 'answer', status: 503 };
		await control('POST', 'faults', { fault: { on: 'wallet', times: -1, effect } });
		const wallet = () => visit.send('GET', `${visit.emulator.apiUrl}/v1/wallet`);
		expect([(await wallet()).status, (await wallet()).status]).toEqual([503, 503]);
		await control('DELETE', 'faults');
		expect((await wallet()).status).toBe(200);
	});

	it('resets everything except the clock', async () => {
		visit.emulator.addFault({ on: 'wallet', effect: { type: 'answer', status: 503 } });
		await visit.create();
		await visit.advance(10);
		const { now } = (await control('GET', 'state')).body as { now: number };
		await control('POST', 'reset');
		const empty = { now, held: 0, tasks: 0, requests: 0 };
		expect((await control('GET', 'state')).body).toMatchObject(empty);
		expect((await visit.send('GET', `${visit.emulator.apiUrl}/v1/wallet`)).status).toBe(200);
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
