import { createRunExecutionData, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { requestIdProperty } from '../../nodes/AiApp/actions/parameters/requestId';
import { bytesOf } from './binaryStore.mts';
import { nodeWith, type Parameters } from './instance.mts';
import { onTask, PROMPT, runForm, useService } from './service.mts';

const service = useService();

const BY_DEFAULT = String(requestIdProperty.default);

describe('a task by its request ID', () => {
	async function createTask(): Promise<string> {
		const { outputs } = await service.run({ parameters: runForm({}, { waitMode: 'none' }) });
		return String(outputs[0]?.[0]?.json.request_id);
	}

	it('Get Status returns any status without failing the item', async () => {
		service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory' });
		const id = await createTask();
		await service.time.sleep(60_000);

		const { outputs } = await service.run({ parameters: onTask('getStatus', id) });

		expect(outputs[0]?.[0]?.json).toMatchObject({
			request_id: id,
			status: 'Failed',
			error_message: 'Out of memory',
		});
	});

	it('Get Outputs of an unfinished task returns none, with its status', async () => {
		service.emulator.plan({ queuingMs: 60_000 });
		const id = await createTask();
		await service.time.sleep(5_000);

		const { outputs } = await service.run({
			parameters: onTask('getOutputs', id, { downloadFiles: true }),
		});

		expect(outputs[0]?.[0]?.json).toMatchObject({ request_id: id, status: 'Queuing', outputs: [] });
	});

	it('Get Outputs fetches the files of a finished one', async () => {
		const id = await createTask();
		await service.time.sleep(60_000);

		const { outputs } = await service.run({
			parameters: onTask('getOutputs', BY_DEFAULT, {
				downloadFiles: true,
				outputField: 'picture',
			}),
			items: [{ json: { error: 'x', details: { kind: 'timeout', request_id: id } } }],
		});

		const file = outputs[0]?.[0]?.binary?.picture;
		expect(file?.fileName).toBe(`${id}_1.png`);
		expect((await bytesOf(file)).length).toBeGreaterThan(1_000);
	});

	it('an invalid ID is rejected', async () => {
		const { error } = await service.run({
			parameters: onTask('getStatus', '={{ $json.request_id }}'),
		});

		expect(error?.message).toBe("'Request ID' is empty");
	});

	it('an invalid ID has no status, because no task was to be created', async () => {
		const { outputs } = await service.run({
			parameters: onTask('getStatus', '={{ $json.request_id }}'),
			settings: { onError: 'continueRegularOutput' },
		});

		expect(outputs[0]?.[0]?.json.details).toEqual({
			kind: 'input',
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
		...operations.map((operation) => [operation, 'knows no such task', unknown] as const),
		...reads.map((operation) => [operation, 'sends no record', empty] as const),
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

it('App: Get returns the inputs of an app', async () => {
	const { outputs } = await service.run({
		parameters: {
			resource: 'app',
			operation: 'get',
			appId: { __rl: true, mode: 'id', value: '54663' },
			simplify: true,
		},
	});

	expect(outputs[0]?.[0]?.json).toMatchObject({ app_id: 54663, name: 'Picture from Text' });
	expect(outputs[0]?.[0]?.json.inputs).toContainEqual({
		name: '3:KSampler.steps',
		label: 'Steps',
		type: 'number',
		default: 9,
		min: 1,
		max: 50,
	});
});

describe('the default request ID is that of', () => {
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
	])('%s', async (_, json, id) => {
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
