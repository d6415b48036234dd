import { SAMPLE_APPS } from '../../../emulator/index.mts';
import { startVisit, type Visit } from '../visit.mts';

type InputNode = Readonly<Record<string, unknown>> & { readonly variable_name: string };

let visit: Visit;

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

	it.each(SAMPLE_APPS.map((app) => [app.name, app] as const))('%s has a key each', (_name, app) => {
		const keys = app.inputs.map(({ key }) => key);
		expect(new Set(keys).size).toBe(keys.length);
	});

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
