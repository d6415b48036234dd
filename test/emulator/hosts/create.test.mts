import { PROMPT, startVisit, type Answer, type Visit } from '../visit.mts';

let visit: Visit;

beforeAll(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.reset());

afterAll(() => visit.emulator.close());

const STEPS = '3:KSampler.steps';
const LEVELS = 56258;
const PICTURE = '18:LoadImage.image';

function post(appId: number, values: object): Promise<Answer> {
	return visit.post({ web_app_id: appId, input_values: values });
}

describe('a create', () => {
	it.each([
		['no body', undefined, 400, 20015],
		['no app', { input_values: PROMPT }, 400, 20015],
		['an app id that is text', { web_app_id: '54663', input_values: PROMPT }, 400, 20015],
		['no input values', { web_app_id: 54663 }, 400, 40025],
		['empty input values', { web_app_id: 54663, input_values: {} }, 400, 40025],
		['input values in a list', { web_app_id: 54663, input_values: [1] }, 400, 40025],
		['an unknown app', { web_app_id: 1, input_values: PROMPT }, 404, 20230],
	])('is refused for %s', async (_, body, status, code) => {
		expect(await visit.post(body)).toMatchObject({ status, body: { code, data: null } });
		expect(visit.emulator.tasks()).toEqual([]);
	});

	it.each([
		['words for a number', 54663, { [STEPS]: 'many' }],
		['a word for a boolean', 54716, { '12:Toggle.enabled': 'perhaps' }],
		['a list for a text', 54663, { '6:CLIPTextEncode.text': ['a'] }],
		['null for a text', 54663, { '6:CLIPTextEncode.text': null }],
		['a record under an unknown key', 54663, { ...PROMPT, unknown: { a: 1 } }],
	])('with %s is a 500 without a body', async (_, appId, values) => {
		expect(await post(appId, values)).toMatchObject({ status: 500, body: '' });
	});

	it.each(['nonsense', '/done', 'ftp://example.com/done'])(
		'is refused for a callback to %s',
		async (address) => {
			const body = { web_app_id: 54663, input_values: PROMPT };
			const answer = await visit.post(body, { 'X-Service-Task-WebHook-Url': address });
			expect(answer).toMatchObject({ status: 400, body: { code: 20015 } });
			expect(visit.emulator.tasks()).toEqual([]);
		},
	);

	it('is refused for one task more than the account may have at once', async () => {
		visit.emulator.setLimits({ parallelTasks: 2 });
		visit.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 1_000 });
		await Promise.all([visit.create(), visit.create()]);
		expect(await post(54663, PROMPT)).toMatchObject({ status: 429, body: { code: 30040 } });
		await visit.advance(1_000);
		expect((await post(54663, PROMPT)).status).toBe(202);
	});

	it.each([
		['a numeric string', 54663, { [STEPS]: ' 12 ' }],
		['a word for true or false', 54716, { '12:Toggle.enabled': 'False' }],
		['a path for a text', 54663, { '6:CLIPTextEncode.text': '/etc/passwd' }],
		['a URL for a file', LEVELS, { [PICTURE]: 'https://example.com/a.png' }],
		['no file, whose default is used', LEVELS, { '27:LayerColor: Levels.channel': 'red' }],
	])('accepts %s', async (_, appId, values) => {
		expect((await post(appId, values)).status).toBe(202);
	});

	it.each([
		['a data URL', 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='],
		['a name', 'photo.png'],
		['a number', 7],
	])('is refused with %s for a file', async (_, value) => {
		const body = { code: 20015, message: `invalid parameter: ${PICTURE}`, data: null };
		expect(await post(LEVELS, { [PICTURE]: value })).toMatchObject({ status: 400, body });
		expect(visit.emulator.tasks()).toEqual([]);
	});

	it.each([
		['broken JSON', { 'Content-Type': 'application/json' }, '{"web_app'],
		['another type', {}, '{"web_app_id":54663}'],
	])('is refused with %s', async (_, type, body) => {
		const headers = { Authorization: `Bearer ${visit.emulator.apiKey}`, ...type };
		expect((await fetch(visit.createUrl, { method: 'POST', headers, body })).status).toBe(400);
	});
});

describe('the detail of an app', () => {
	const urlOf = (id: number | string) => `${visit.emulator.metaUrl}/v1/webapp/${id}/detail`;

	it('has the fields of the specification, and the full URL of a default that is a file', async () => {
		const { body } = await visit.send('GET', urlOf(LEVELS));
		const address = `${visit.emulator.storageUrl}/samples/landscape.png`;
		const data = { id: LEVELS, created_at: '2026-01-05T08:00:00Z', cover_urls: [address] };
		expect(body).toMatchObject({ code: 20000, message: 'Ok', status: true, data });
		expect(body).toHaveProperty('data.input_nodes.0.field_value', address);
		expect((await fetch(address)).status).toBe(200);
	});

	it('of a private app is only returned to its owner', async () => {
		expect((await fetch(urlOf(57005))).status).toBe(404);
		const headers = { Authorization: 'Bearer sk-wrong' };
		expect((await fetch(urlOf(57005), { headers })).status).toBe(404);
		expect((await visit.send('GET', urlOf(57005))).status).toBe(200);
	});
});
