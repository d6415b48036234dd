import { ASYNC, PROMPT, startVisit, TASKS, type Visit } from '../visit.mts';

let visit: Visit;
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
		['nothing for a number', 54663, { [steps]: '' }],
		['truth for a number', 54663, { [steps]: true }],
		['a word for a boolean', 54716, { '12:Toggle.enabled': 'perhaps' }],
		['a list for a text', 54663, { '6:CLIPTextEncode.text': ['a'] }],
		['null for a text', 54663, { '6:CLIPTextEncode.text': null }],
		['a record under an unknown key', 54663, { ...PROMPT, unknown: { a: 1 } }],
		['a list under an unknown key', 54663, { ...PROMPT, unknown: [1] }],
		['null under an unknown key', 54663, { ...PROMPT, unknown: null }],
	])('%s is a 500 without a body', async (_case, appId, values) => {
		const body = { web_app_id: appId, input_values: values };
		const answer = await visit.send('POST', url, { body, headers: ASYNC });
		expect(answer).toMatchObject({ status: 500, body: '' });
	});

	it.each(['true', 1, null])(
		'%j for suppress_preview_output is a 500 without a body',
		async (value) => {
			const body = { web_app_id: 54663, input_values: PROMPT, suppress_preview_output: value };
			const answer = await visit.send('POST', url, { body, headers: ASYNC });
			expect(answer).toMatchObject({ status: 500, body: '' });
		},
	);

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
		expect(await visit.create(54716, { '12:Toggle.enabled': 'False' })).toEqual(expect.any(String));
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
