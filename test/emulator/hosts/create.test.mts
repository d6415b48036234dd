import { ASYNC, PROMPT, startVisit, TASKS, type Visit, type Answer } from '../visit.mts';

let visit: Visit;

describe('creates', () => {
	let url: string;

	beforeEach(async () => {
		visit = await startVisit();
		url = `${visit.emulator.apiUrl}${TASKS}/create`;
	});

	afterEach(() => visit.emulator.close());

	describe('create', () => {
		it.each([
			['async', ASYNC],
			['webhook', { 'X-Service-Task-WebHook-Url': 'http://127.0.0.1:9/done' }],
		])('returns 202 with only the ID in %s mode', async (_mode, headers) => {
			const body = { web_app_id: 54663, input_values: PROMPT };
			const answer = await visit.send('POST', url, { body, headers });
			expect(answer.status).toBe(202);
			expect(answer.body).toEqual({ request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
		});

		it('records the inputs and the task headers', async () => {
			const inputValues = { ...PROMPT, 'no such key': 'ignored' };
			const headers = { ...ASYNC, 'X-Service-Task-Order': '42' };
			const body = { web_app_id: 54663, input_values: inputValues };
			await visit.send('POST', url, { body, headers });
			expect(visit.emulator.tasks()).toEqual([
				expect.objectContaining({
					appId: 54663,
					inputValues,
					headers: { 'x-service-task-async': 'enable', 'x-service-task-order': '42' },
					createdAt: visit.clock.now(),
					status: 'Queuing',
				}),
			]);
		});
	});

	describe('a create', () => {
		const steps = '3:KSampler.steps';
		it.each([
			['no body', undefined, 400, 20015],
			['no app', { input_values: PROMPT }, 400, 20015],
			['an app id that is text', { web_app_id: '54663', input_values: PROMPT }, 400, 20015],
			['no input values', { web_app_id: 54663 }, 400, 40025],
			['empty input values', { web_app_id: 54663, input_values: {} }, 400, 40025],
			['input values in a list', { web_app_id: 54663, input_values: [1] }, 400, 40025],
			['an unknown app', { web_app_id: 1, input_values: PROMPT }, 404, 20230],
		])('is refused for %s', async (_case, body, status, code) => {
			const answer = await visit.send('POST', url, { body, headers: ASYNC });
			expect(answer).toMatchObject({ status, body: { code, data: null } });
			expect(visit.emulator.tasks()).toEqual([]);
		});

		it.each([
			['words for a number', 54663, { [steps]: 'many' }],
			['a word for a boolean', 54716, { '12:Toggle.enabled': 'perhaps' }],
			['a list for a text', 54663, { '6:CLIPTextEncode.text': ['a'] }],
			['null for a text', 54663, { '6:CLIPTextEncode.text': null }],
			['a record under an unknown key', 54663, { ...PROMPT, unknown: { a: 1 } }],
		])('%s is a 500 without a body', async (_case, appId, values) => {
			const body = { web_app_id: appId, input_values: values };
			const answer = await visit.send('POST', url, { body, headers: ASYNC });
			expect(answer).toMatchObject({ status: 500, body: '' });
		});

		it.each(['nonsense', '/done', 'ftp://example.com/done'])(
			'is refused for a callback to %s',
			async (address) => {
				const body = { web_app_id: 54663, input_values: PROMPT };
				const headers = { 'X-Service-Task-WebHook-Url': address };
				const answer = await visit.send('POST', url, { body, headers });
				expect(answer).toMatchObject({ status: 400, body: { code: 20015 } });
				expect(visit.emulator.tasks()).toEqual([]);
			},
		);

		it('is refused for one task more than the account may have at once', async () => {
			visit.emulator.setLimits({ parallelTasks: 2 });
			visit.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 1_000 });
			await Promise.all([visit.create(), visit.create()]);
			const body = { web_app_id: 54663, input_values: PROMPT };
			const answer = await visit.send('POST', url, { body, headers: ASYNC });
			expect(answer).toMatchObject({ status: 429, body: { code: 30040 } });
			await visit.advance(1_000);
			expect(await visit.create()).toEqual(expect.any(String));
		});

		it('accepts numeric strings and words for booleans', async () => {
			expect(await visit.create(54663, { [steps]: ' 12 ' })).toEqual(expect.any(String));
			expect(await visit.create(54716, { '12:Toggle.enabled': 'False' })).toEqual(
				expect.any(String),
			);
		});

		it('rejects invalid JSON', async () => {
			const headers = { Authorization: `Bearer ${visit.emulator.apiKey}` };
			const json = { ...headers, 'Content-Type': 'application/json' };
			const broken = await fetch(url, { method: 'POST', headers: json, body: '{"web_app' });
			expect(broken.status).toBe(400);
			expect(await broken.json()).toMatchObject({ code: 20015 });
			const text = await fetch(url, { method: 'POST', headers, body: '{"web_app_id":54663}' });
			expect(text.status).toBe(400);
		});
	});
});

describe('apps', () => {
	beforeAll(async () => {
		visit = await startVisit();
	});

	afterAll(() => visit.emulator.close());

	function detailUrl(id: number | string): string {
		return `${visit.emulator.metaUrl}/v1/webapp/${id}/detail`;
	}

	describe('app detail', () => {
		it('has the fields of the specification', async () => {
			const response = await fetch(detailUrl(54663));
			const body = (await response.json()) as { data: object };
			expect(body).toMatchObject({ code: 20000, message: 'Ok', status: true });
			expect(body.data).toMatchObject({
				id: 54663,
				name: 'Picture from Text',
				created_at: '2026-01-05T08:00:00Z',
				cover_urls: [`${visit.emulator.storageUrl}/samples/landscape.png`],
				counter: { used_count: expect.any(Number), liked_count: expect.any(Number) },
			});
		});

		it('has the full URL of a default that is a file', async () => {
			const address = `${visit.emulator.storageUrl}/samples/landscape.png`;
			const { body } = await visit.send('GET', detailUrl(56258));
			expect(body).toHaveProperty('data.input_nodes.0.field_value', address);
			expect((await fetch(address)).status).toBe(200);
		});

		it.each(['word', '54662'])('is not found for %s', async (id) => {
			const body = { code: 20230, message: 'Resource version not found.', data: null };
			expect(await visit.send('GET', detailUrl(id))).toMatchObject({ status: 404, body });
		});

		it('of a private app is only returned to its owner', async () => {
			expect((await fetch(detailUrl(57005))).status).toBe(404);
			const headers = { Authorization: 'Bearer sk-wrong' };
			expect((await fetch(detailUrl(57005), { headers })).status).toBe(404);
			expect((await visit.send('GET', detailUrl(57005))).status).toBe(200);
		});
	});
});

describe('inputs with media', () => {
	beforeAll(async () => {
		visit = await startVisit();
	});

	afterAll(() => visit.emulator.close());

	const LEVELS = 56258;

	const PICTURE = '18:LoadImage.image';

	const PNG =
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

	function create(appId: number, values: object): Promise<Answer> {
		const body = { web_app_id: appId, input_values: values };
		return visit.send('POST', `${visit.emulator.apiUrl}${TASKS}/create`, { body, headers: ASYNC });
	}

	describe('an input that takes a file', () => {
		it.each([
			['a data URL', `data:image/png;base64,${PNG}`],
			['base64', PNG],
			['a path on Windows', 'C:\\photo.png'],
			['a path', '/etc/passwd'],
			['the URL of a path', 'file:///etc/passwd'],
			['a name', 'photo.png'],
			['another protocol', 'ftp://example.com/photo.png'],
			['nothing', ''],
			['a number', 7],
		])('rejects %s, and no task is created', async (_case, value) => {
			const answer = await create(LEVELS, { [PICTURE]: value });
			const body = { code: 20015, message: `invalid parameter: ${PICTURE}`, data: null };
			expect(answer).toMatchObject({ status: 400, body });
			expect(visit.emulator.tasks()).toEqual([]);
		});

		it('accepts URLs, and has its default if it is not sent', async () => {
			expect((await create(LEVELS, { [PICTURE]: 'https://example.com/a.png' })).status).toBe(202);
			expect((await create(LEVELS, { '27:LayerColor: Levels.channel': 'red' })).status).toBe(202);
			visit.emulator.reset();
		});
	});

	it('an input for text accepts a path', async () => {
		expect((await create(54663, { '6:CLIPTextEncode.text': '/etc/passwd' })).status).toBe(202);
	});
});
