import { SAMPLE_APPS } from '../../../emulator/index.mts';
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
	type InputNode = Readonly<Record<string, unknown>> & { readonly variable_name: string };

	beforeAll(async () => {
		visit = await startVisit();
	});

	afterAll(() => visit.emulator.close());

	function detailUrl(id: number | string): string {
		return `${visit.emulator.metaUrl}/v1/webapp/${id}/detail`;
	}

	async function inputNodes(id: number): Promise<InputNode[]> {
		const { body } = await visit.send('GET', detailUrl(id));
		return (body as { data: { input_nodes: InputNode[] } }).data.input_nodes;
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

		it('has input nodes as the service describes them', async () => {
			const [, , steps] = await inputNodes(54663);
			expect(steps).toEqual({
				id: 5466302,
				node_id: 3,
				node_name: 'KSampler',
				node_type: 'KSampler',
				field_name: 'steps',
				field_type: 'number',
				field_options: '{"max":50,"min":1,"precision":0,"step":10,"step2":1}',
				field_label: 'Steps',
				field_value: 9,
				variable_name: '3:KSampler.steps',
			});
		});

		it('has the full URL of a default that is a file', async () => {
			const [picture] = await inputNodes(56258);
			const address = `${visit.emulator.storageUrl}/samples/landscape.png`;
			expect(picture).toMatchObject({ field_type: 'hidden', field_value: address });
			expect((await fetch(address)).status).toBe(200);
		});

		it.each([['1'], ['word'], ['54662']])('is not found for %s', async (id) => {
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

	describe('sample apps', () => {
		it('have an ID each', () => {
			expect(new Set(SAMPLE_APPS.map(({ id }) => id)).size).toBe(SAMPLE_APPS.length);
		});

		it.each(SAMPLE_APPS.map((app) => [app.name, app] as const))(
			'%s has a key each',
			(_name, app) => {
				const keys = app.inputs.map(({ key }) => key);
				expect(new Set(keys).size).toBe(keys.length);
			},
		);

		it('have keys that break code that splits or quotes them', async () => {
			const keys = (await inputNodes(57001)).map((node) => node.variable_name);
			expect(keys).toEqual([
				'a["b"].c',
				"it's.x",
				'x]y[0].z',
				'中文:节点.字段',
				'back\\slash.k',
				'107:Some API: v2.5 (beta).user_prompt',
			]);
		});

		it('cover every field type, the order turned by sort', async () => {
			const nodes = await inputNodes(57002);
			const types = nodes.map((node) => node['field_type']);
			const known = [
				...['text', 'textarea', 'customtext', 'string', 'number', 'int', 'integer', 'float'],
				...['slider', 'boolean', 'bool', 'toggle', 'switch', 'checkbox', 'combo', 'select'],
				...['enum', 'choice', 'option', 'dropdown', 'seed', 'hidden'],
			];
			expect(types).toEqual(expect.arrayContaining(known));
			const sorts = nodes.map((node) => Number(node['sort']));
			expect(sorts).toEqual(sorts.toSorted((a, b) => b - a));
		});

		it('have options in every format, one of them broken', async () => {
			const options = (await inputNodes(57002)).map((node) => String(node['field_options']));
			for (const form of [/"values"/, /"options"/, /"choices"/, /^\[/, /"label"/, /"name"/]) {
				expect(options).toContainEqual(expect.stringMatching(form));
			}
			expect(() => options.filter(Boolean).map((text) => JSON.parse(text))).toThrow(SyntaxError);
		});

		it.each([
			[57104, { status: 'Running' }],
			[57106, { status: 'Failed', error_message: 'Out of memory.' }],
		])('%i is there to practice what goes wrong', async (id, task) => {
			const requestId = await visit.create(id);
			await visit.advance(80_000);

			expect((await visit.read(requestId)).body).toHaveProperty(
				'data',
				expect.objectContaining(task),
			);
		});

		it.each(SAMPLE_APPS.map(({ id }) => [id]))('%i runs on any input at all', async (id) => {
			expect(await visit.create(id, { 'no such key': 1 })).toEqual(expect.any(String));
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
			['the same with slashes', 'C:/photo.png'],
			['a path', '/etc/passwd'],
			['a path from here', './photo.png'],
			['the URL of a path', 'file:///etc/passwd'],
			['a name', 'photo.png'],
			['one of the presets of the form', 'file1.png'],
			['another protocol', 'ftp://example.com/photo.png'],
			['no host', 'http://'],
			['nothing', ''],
			['a number', 7],
		])('rejects %s, and no task is created', async (_case, value) => {
			const answer = await create(LEVELS, { [PICTURE]: value });
			const body = { code: 20015, message: `invalid parameter: ${PICTURE}`, data: null };
			expect(answer).toMatchObject({ status: 400, body });
			expect(visit.emulator.tasks()).toEqual([]);
		});

		it.each([
			[56258, PICTURE],
			[57004, '1:Picture.image'],
			[57004, '2:Sound.audio'],
			[57004, '3:Film.video'],
			[57004, '4:LoadVideo.video'],
			[57004, '5:LoadAudio.audio'],
			[57004, '6:VHS_Load_Image.image'],
			[57004, '7:Source.file'],
			[57012, '3:Image.image'],
			[57102, '4:LoadImage.image'],
		])('of app %d accepts URLs: %s', async (appId, key) => {
			expect((await create(appId, { [key]: '/etc/passwd' })).status).toBe(400);
			for (const address of ['https://example.com/a.png', `${visit.emulator.storageUrl}/b.png`]) {
				expect((await create(appId, { [key]: address })).status).toBe(202);
			}
			visit.emulator.reset();
		});

		it('has its default if it is not sent', async () => {
			expect((await create(LEVELS, { '27:LayerColor: Levels.channel': 'red' })).status).toBe(202);
			visit.emulator.reset();
		});
	});

	it('an input for text accepts a path', async () => {
		expect((await create(54663, { '6:CLIPTextEncode.text': '/etc/passwd' })).status).toBe(202);
	});
});
