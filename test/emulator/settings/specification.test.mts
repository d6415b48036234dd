import { SAMPLE_APPS, type Quirks } from '../../../emulator/index.mts';
import { PROFILES } from '../../../emulator/settings/quirks.mts';
import { tokenOf, CONTENT, upload } from '../storage/uploading.mts';
import { outputUrls, PROMPT, startVisit, type Answer, type Visit } from '../visit.mts';

/** The profile `none`: the specification to the letter, neither more nor less. */
let visit: Visit;

afterEach(() => visit.emulator.close());

describe('the specification', () => {
	beforeEach(async () => {
		visit = await startVisit({ quirks: PROFILES.none.quirks });
	});

	const TASK = [
		...['type', 'status', 'created_at', 'updated_at', 'executed_at', 'ended_at', 'expired_at'],
		...['inference_cost_time', 'request_id', 'cost_times'],
	];

	const COST_TIMES = [
		...['inference_cost_time', 'running_cost_time', 'total_cost_time'],
		...['real_cpu_cost_time', 'real_gpu_cost_time', 'real_total_cost_time'],
		'real_bizyair_cost_time',
	];

	const OUTPUT = ['object_url', 'output_ext', 'cost_time', 'audit_status', 'error_type'];

	const APP = [
		...['id', 'name', 'user_id', 'nick_name', 'user_avatar', 'user_description', 'base_model'],
		...['description', 'original_user_id', 'created_at', 'cover_urls', 'counter', 'input_nodes'],
		...['source', 'ref_bizy_model_id'],
	];

	type Values = Readonly<Record<string, unknown>>;

	function dataOf({ body }: Answer): Values {
		return (body as { data: Values }).data;
	}

	/** The names of a record, in any order. */
	function names(record: unknown): string[] {
		return Object.keys(record as Values).sort();
	}

	describe('the record of a task', () => {
		it.each([
			['Queuing', 0, 'queue_info'],
			['Preparing', 600],
			['Running', 1000],
			['Success', 3000],
		])('has exactly the fields of the specification while %s', async (status, age, ...more) => {
			const id = await visit.create();
			await visit.advance(age);
			const task = dataOf(await visit.read(id));
			expect(task).toMatchObject({ status });
			expect(names(task)).toEqual([...TASK, ...more].sort());
		});

		it('has the end as null until there is one', async () => {
			const id = await visit.create();
			const values = { ended_at: null, executed_at: '', inference_cost_time: 0 };
			expect(dataOf(await visit.read(id))).toMatchObject(values);
		});

		it('has every duration once the task is finished', async () => {
			const id = await visit.create();
			await visit.advance(3000);
			expect(names(dataOf(await visit.read(id))['cost_times'])).toEqual([...COST_TIMES].sort());
		});

		it('says why the task failed', async () => {
			visit.emulator.plan({ outcome: 'Failed' });
			const id = await visit.create();
			await visit.advance(3000);
			expect(names(dataOf(await visit.read(id)))).toEqual([...TASK, 'error_message'].sort());
		});
	});

	describe('the outputs of a task', () => {
		it('are an empty list until the task is finished', async () => {
			const id = await visit.create();
			const data = { request_id: id, status: 'Queuing', outputs: [] };
			expect(dataOf(await visit.read(id, 'outputs'))).toEqual(data);
		});

		it.each([
			['good', []],
			['error', ['error_msg']],
		] as const)('that are %s have exactly the fields of the specification', async (plan, more) => {
			visit.emulator.plan({ outputs: plan });
			const id = await visit.create();
			await visit.advance(3000);
			const { outputs } = dataOf(await visit.read(id, 'outputs'));
			const [output] = outputs as object[];
			expect(names(output)).toEqual([...OUTPUT, ...more].sort());
		});
	});

	it('an open connection gets the result in an envelope', async () => {
		const answering = visit.post({ web_app_id: 54663, input_values: PROMPT }, {});
		await visit.held();
		await visit.advance(3000);
		const { body } = await answering;
		expect(body).toMatchObject({ code: 20000, message: 'Ok', status: true });
		expect(names((body as { data: object }).data)).toEqual([...TASK, 'outputs'].sort());
	});

	describe.each(SAMPLE_APPS.map(({ id, name }) => [name, id]))('the app %s', (_name, id) => {
		const NODE = [
			...['id', 'node_id', 'node_name', 'node_type', 'field_name', 'field_type'],
			...['field_options', 'field_label', 'field_value', 'variable_name'],
		];

		it('has exactly the fields of the specification, defaults are texts, and options are JSON', async () => {
			const app = dataOf(
				await visit.send('GET', `${visit.emulator.metaUrl}/v1/webapp/${id}/detail`),
			);
			expect(names(app)).toEqual([...APP].sort());
			for (const node of app['input_nodes'] as Values[]) {
				expect(names(node).filter((name) => name !== 'sort')).toEqual([...NODE].sort());
				expect(node['field_value']).toEqual(expect.any(String));
				expect(() => JSON.parse(String(node['field_options'])) as unknown).not.toThrow();
				const key = `${node['node_id']}:${node['node_name']}.${node['field_name']}`;
				expect(node['variable_name']).toBe(key);
			}
		});
	});

	it('an upload token has exactly the fields of the specification', async () => {
		const { file, storage } = await tokenOf(visit);
		const secrets = ['access_key_id', 'access_key_secret', 'object_key', 'security_token'];
		expect(names(file)).toEqual(secrets);
		expect(names(storage)).toEqual(['bucket', 'endpoint', 'region']);
	});

	describe('a create', () => {
		it('takes the keys that the app has in this profile', async () => {
			const inputValues = { '0:a["b"].c': 'quoted', "0:it's.x": '7' };
			const answer = await visit.post({ web_app_id: 57001, input_values: inputValues });
			expect(answer).toMatchObject({ status: 202 });
			expect(visit.emulator.tasks()).toMatchObject([{ inputValues }]);
		});

		it.each([
			['an unknown member', { client_id: 'a' }, PROMPT],
			['an input that the app lacks', {}, { ...PROMPT, prompt: 'a kite' }],
		])('with %s is refused', async (_case, members, inputValues) => {
			const body = { web_app_id: 54663, input_values: inputValues, ...members };
			expect(await visit.post(body)).toMatchObject({ status: 400, body: { code: 20015 } });
			expect(visit.emulator.tasks()).toEqual([]);
		});
	});
});

async function visitWith(quirks: Partial<Quirks>): Promise<string> {
	visit = await startVisit({ quirks });
	return visit.create();
}

describe('quirks', () => {
	it('of the record of a task can each be left out', async () => {
		const id = await visitWith({
			...{ lateRecords: false, noRequestId: false, noInferenceSeconds: false },
			...{ noEndedAt: false, noAuditStatus: false },
		});
		const created = (await visit.read(id)).body;
		await visit.advance(3000);
		const ended = (await visit.read(id)).body;
		const outputs = (await visit.read(id, 'outputs')).body;
		expect(created).toMatchObject({ data: { request_id: id } });
		expect(created).not.toHaveProperty('data.ended_at');
		expect(created).not.toHaveProperty('data.inference_cost_time');
		expect(ended).toMatchObject({
			data: { ended_at: '2026-01-14 10:53:38', inference_cost_time: 2 },
		});
		expect(outputs).toMatchObject({ data: { outputs: [{ audit_status: 2 }] } });
	});

	it('names media types, also of uploads, as they were sent', async () => {
		const id = await visitWith({ octetStreams: false });
		await visit.advance(3000);
		const [url = ''] = outputUrls(await visit.read(id, 'outputs'));
		for (const file of [url, await upload(visit, 'photo.png', CONTENT)]) {
			const { headers } = await fetch(file, { method: 'HEAD' });
			expect(headers.get('content-type')).toBe('image/png');
		}
	});
});
