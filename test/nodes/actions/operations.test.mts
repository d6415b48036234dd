import { createRunExecutionData, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { PROFILES } from '../../../emulator/settings/quirks.mts';
import { requestIdProperty } from '../../../nodes/AiApp/parameters/requestIds';
import { bytesOf } from '../binaryStore.mts';
import { nodeWith, type Parameters } from '../instance.mts';
import { onTask, PICTURE_APP, PROMPT, runForm, useService } from '../service.mts';

const service = useService();

const BY_DEFAULT = String(requestIdProperty.default);

const json = ({ outputs }: Awaited<ReturnType<typeof service.run>>) => outputs[0]?.[0]?.json;

async function createTask(plan: object = {}): Promise<string> {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, ...plan });
	return String(
		json(await service.run({ parameters: runForm({}, { waitMode: 'none' }) }))?.request_id,
	);
}

describe('a task by its request ID', () => {
	it('Get Status returns any status without failing the item', async () => {
		const id = await createTask({ outcome: 'Failed', errorMessage: 'Out of memory' });
		await service.time.sleep(60_000);

		const ended = await service.run({ parameters: onTask('getStatus', id) });

		expect(json(ended)).toMatchObject({
			request_id: id,
			status: 'Failed',
			error_message: 'Out of memory',
		});
	});

	it('Get Outputs of a failed task says that the other one is fine, and how to get it', async () => {
		const failed = await createTask({ outcome: 'Failed' });
		const good = await createTask();
		await service.time.sleep(60_000);

		const { error } = await service.run({ parameters: onTask('getOutputs', `${failed}, ${good}`) });

		expect(error?.description).toContain(
			"1 of 2 succeeded, 1 failed. To get the other results, set 'On Error' to 'Continue'.",
		);
	});

	it('Get Outputs of an unfinished task returns none, with its status', async () => {
		const id = await createTask({ queuingMs: 60_000 });
		await service.time.sleep(5_000);

		const parameters = onTask('getOutputs', id, { downloadFiles: true });
		const run = await service.run({ parameters });

		expect(json(run)).toMatchObject({ request_id: id, status: 'Queuing', outputs: [] });
		expect(run.hints).toEqual([expect.stringMatching(/^Not finished: 1 task\./)]);
	});

	it('Get Outputs fetches the files of a finished one', async () => {
		const id = await createTask();
		await service.time.sleep(60_000);

		const { outputs } = await service.run({
			parameters: onTask('getOutputs', BY_DEFAULT, {
				downloadFiles: true,
				options: { outputField: 'picture' },
			}),
			items: [{ json: { error: 'x', details: { kind: 'timeout', request_id: id } } }],
		});

		const file = outputs[0]?.[0]?.binary?.picture;
		expect(file?.fileName).toBe(`${id}_1.png`);
		expect((await bytesOf(file)).length).toBeGreaterThan(1_000);
	});

	it.each([
		['={{ $json.request_id }}', "'Request ID' is empty", 'read from the field request_id'],
		['id-1 '.repeat(101), "'Request ID' takes up to 100 IDs", 'Split them'],
		[', ;', "'Request ID' is empty", 'read from the field request_id'],
		['id/1', '"id/1" isn\'t a valid request ID', 'read from the field request_id'],
	])('%j is rejected, with what to enter', async (requestId, message, advice) => {
		const { error } = await service.run({ parameters: onTask('getStatus', requestId) });

		expect(error?.message).toBe(message);
		expect(error?.description).toContain(advice);
	});

	it.each([
		['getOutputs', '.\n', ', '],
		['wait', ' ', '; '],
		['stop', ',', ' '],
	])('%s takes several IDs, as messages list them', async (operation, first, second) => {
		const own = runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' });
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 60_000 });
		await service.run({ parameters: own, items: [{ json: {} }, { json: {} }] });
		const ids = service.emulator.tasks().map(({ requestId }) => requestId);

		const { outputs } = await service.run({
			parameters: onTask(operation, `${ids[0]}${first}lost${second}${ids[1]}`),
			settings: { onError: 'continueRegularOutput' },
		});

		const found = outputs[0]?.map(({ json, pairedItem }) => [json.request_id, pairedItem]);
		expect(found).toEqual([ids[0], undefined, ids[1]].map((id) => [id, { item: 0 }]));
	});

	it('an invalid ID has no status, because no task was to be created', async () => {
		const { outputs } = await service.run({
			parameters: onTask('getStatus', '={{ $json.request_id }}'),
			settings: { onError: 'continueRegularOutput' },
		});

		expect(outputs[0]?.[0]?.json.details).toEqual({
			kind: 'input',
			retryable: false,
			description: expect.any(String),
		});
	});
});

describe('a failed item of an operation on a task', () => {
	const ID = '0f0e0d0c-0000-4000-8000-000000000000';
	const down = { type: 'answer', status: 502 } as const;
	const unknown = { type: 'refuse', code: 30009 } as const;
	const empty = { type: 'answer', status: 200, body: { code: 20000, data: null } } as const;
	const reads = ['getStatus', 'getOutputs', 'wait', 'getTask'];
	const operations = [...reads, 'cancel', 'interrupt', 'stop'];

	it.each([
		...operations.map((operation) => [operation, 'is down', down] as const),
		...['wait', 'stop'].map((operation) => [operation, 'knows no such task', unknown] as const),
		...['getStatus', 'getTask'].map((operation) => [operation, 'sends no record', empty] as const),
	])('names the task and claims no status: %s, the service %s', async (operation, _, effect) => {
		for (const on of ['status', 'cancel', 'interrupt', 'modelStatus'] as const)
			service.emulator.addFault({ on, times: Infinity, effect });

		const resource = operation === 'getTask' ? 'model' : 'task';
		const { outputs } = await service.run({
			parameters: onTask(operation, ID, { resource, options: { maxWaitMinutes: 0.2 } }),
			settings: { onError: 'continueRegularOutput' },
		});

		const { details } = outputs[0]?.[0]?.json ?? {};
		expect(details).toMatchObject({ request_id: ID });
		expect(details).not.toHaveProperty('status');
	});
});

const getApp = (simplify: boolean): Parameters => ({
	...{ resource: 'app', operation: 'get', simplify },
	appId: { __rl: true, mode: 'id', value: String(PICTURE_APP) },
});

it('App: Get returns the inputs of an app', async () => {
	const app = json(await service.run({ parameters: getApp(true) }));

	expect(app).toMatchObject({ app_id: 54663, name: 'Picture from Text' });
	expect(app?.inputs).toContainEqual({
		...{ name: '3:KSampler.steps', label: 'Steps', type: 'number' },
		...{ default: 9, min: 1, max: 50 },
	});
});

describe('the default request ID', () => {
	/** The request ID that the node asks for, or why it doesn't. */
	async function idOf(json: IDataObject): Promise<string | undefined> {
		const parameters = onTask('getStatus', BY_DEFAULT);
		const { error } = await service.run({ parameters, items: [{ json }] });
		return /Request ID: ([^.]+)/.exec(error?.description ?? '')?.[1] ?? error?.message;
	}
	const NONE = "'Request ID' is empty";

	it.each<[string, IDataObject, string]>([
		['the result of a task', { request_id: 'own', status: 'Success' }, 'own'],
		['a failed item', { error: 'x', details: { kind: 'failed', request_id: 'own' } }, 'own'],
		[
			'a failed item rather than of the input that n8n adds to it',
			{ request_id: 'first', error: 'x', details: { kind: 'failed', request_id: 'own' } },
			'own',
		],
		[
			'no other task if a failed item has none',
			{ request_id: 'first', error: 'x', details: { kind: 'input' } },
			NONE,
		],
		[
			'the input if another node failed',
			{ request_id: 'own', error: 'x', details: { reason: 'timeout' } },
			'own',
		],
		['the input if another node failed with a text', { request_id: 'own', error: 'x' }, 'own'],
		['the input if its details are a text', { request_id: 'own', error: 'x', details: 'y' }, 'own'],
		['the input if its details are empty', { request_id: 'own', error: 'x', details: null }, 'own'],
		[
			'the input if it has no error',
			{ request_id: 'own', error: '', details: { kind: 'y' } },
			'own',
		],
		['no task if the item is empty', {}, NONE],
		['no task if the ID is empty', { request_id: null }, NONE],
	])('is that of %s', async (_, json, id) => {
		expect(await idOf(json)).toBe(id);
	});
});

describe('the error output of the second app in a chain', () => {
	/** Executes the node behind another one whose item it got, as n8n would. */
	async function after(items: INodeExecutionData[], parameters: Parameters) {
		const previousNode = 'First App';
		const source = { main: [{ previousNode }] };
		const earlier = createRunExecutionData();
		const run = { startTime: 0, executionTime: 0, executionIndex: 0, source: [] };
		earlier.resultData.runData[previousNode] = [{ ...run, data: { main: [items] } }];
		const node = { ...nodeWith(parameters), onError: 'continueErrorOutput' as const };
		earlier.executionData?.nodeExecutionStack.push({ node, data: { main: [items] }, source });
		return service.run({ parameters, earlier, settings: { onError: node.onError } });
	}

	it('names the task of the second app, beside fields of the first one', async () => {
		const parameters = runForm({ [PROMPT]: 'a cat' });
		const first = await service.run({ parameters });
		service.emulator.plan({ outcome: 'Failed' });

		const { outputs } = await after(first.outputs[0] ?? [], parameters);

		const [one, two] = service.emulator.tasks();
		const failed = outputs[1]?.[0];
		expect(failed?.json).toMatchObject({
			...{ request_id: one?.requestId, status: 'Success', error: expect.any(String) },
			details: { kind: 'failed', request_id: two?.requestId, status: 'Failed' },
		});
		const { outputs: found } = await service.run({
			parameters: onTask('getStatus', BY_DEFAULT),
			items: [{ json: failed?.json ?? {} }],
		});
		expect(found[0]?.[0]?.json).toMatchObject({ request_id: two?.requestId, status: 'Failed' });
	});
});

const QUEUED = { queuingMs: 60_000 };
const RUNNING = { runningMs: 60_000 };

it.each([
	['cancel', 'queued', QUEUED, 'canceled'],
	['interrupt', 'running', RUNNING, 'interrupted'],
	['stop', 'queued', QUEUED, 'canceled'],
	['stop', 'running', RUNNING, 'interrupted'],
	['stop', 'finished', { runningMs: 100 }, 'already_finished'],
])('Task: %s ends a task that is %s', async (operation, _, plan, result) => {
	const id = await createTask(plan);
	await service.time.sleep(1_000);

	const ended = await service.run({ parameters: onTask(operation, id) });

	expect(json(ended)).toMatchObject({ request_id: id, result });
});

it.each([
	['cancel', 'running', RUNNING],
	['interrupt', 'queued', QUEUED],
])('Task: %s names the right operation for a task that is %s', async (operation, _, plan) => {
	const id = await createTask(plan);
	await service.time.sleep(1_000);

	const { error } = await service.run({ parameters: onTask(operation, id) });

	expect(error?.message).toContain("status doesn't allow this");
	expect(error?.description).toContain('Task: Stop');
});

it('Task: Cancel may be called twice', async () => {
	const id = await createTask(QUEUED);

	const first = await service.run({ parameters: onTask('cancel', id) });
	const second = await service.run({ parameters: onTask('cancel', id) });

	expect(json(first)).toEqual({ request_id: id, result: 'canceled' });
	expect(second.error).toBeUndefined();
	expect(service.emulator.tasks()[0]?.status).toBe('Canceled');
});

describe('Task: Wait for Completion', () => {
	it('returns the result of a task that was created elsewhere', async () => {
		const id = await createTask({ runningMs: 30_000 });

		const ended = await service.run({ parameters: onTask('wait', id, { downloadFiles: true }) });

		expect(json(ended)).toMatchObject({ request_id: id, status: 'Success' });
		expect(ended.outputs[0]?.[0]?.binary?.data?.mimeType).toBe('image/png');
		expect(service.creates()).toBe(1);
	});

	it('stops the task when the execution is stopped', async () => {
		const id = await createTask({ runningMs: 60_000 });

		await service.run({
			parameters: onTask('wait', id),
			onStart: (stop) => service.time.after(5_000, stop),
		});

		for (let turn = 0; turn < 50 && !service.emulator.tasks()[0]?.stop; turn++)
			await service.time.sleep(100);
		expect(service.emulator.tasks()[0]?.stop).toMatchObject({ by: 'interrupt' });
	});
});

it('Account: Get Balance returns the record', async () => {
	const wallet = await service.run({
		parameters: { resource: 'account', operation: 'getBalance' },
	});

	expect(json(wallet)).toMatchObject({ gift_balance: expect.any(Number) });
});

it('Account: Get User returns the record without keys', async () => {
	const user = await service.run({ parameters: { resource: 'account', operation: 'getUser' } });

	expect(user.error).toBeUndefined();
	expect(Object.keys(json(user) ?? {})).not.toContain('api_key');
	expect(JSON.stringify(json(user))).not.toContain('sk-');
});

describe('the record of an app', () => {
	/** Sends every field of the specification. */
	const service = useService(PROFILES.none.quirks);

	it('App: Get returns the complete record if Simplify is off', async () => {
		const detail = await fetch(`${service.emulator.metaUrl}/v1/webapp/${PICTURE_APP}/detail`);
		const { data } = (await detail.json()) as { data: object };

		expect(json(await service.run({ parameters: getApp(false) }))).toEqual(data);
	});

	it('App: Get with Simplify returns the fields that identify an app', async () => {
		const app = json(await service.run({ parameters: getApp(true) }));

		expect(Object.keys(app ?? {})).toEqual([
			...['app_id', 'name', 'description', 'base_model', 'nick_name', 'cover_urls'],
			...['created_at', 'inputs', 'input_template'],
		]);
	});
});
