import {
	itemsOf,
	runWorkflow,
	stopExecution,
	waitForExecution,
} from '../../../scripts/n8n/executions.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { after, chain, items, onTask, pausingRun, start, store } from '../stage/pauseWorkflows.mts';
import {
	begin,
	createsOf,
	beginPaused,
	jsonOf,
	LONG_MS,
	promptOf,
	resumed,
} from '../stage/pausing.mts';
import { openTestStage, projectFolder, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';
import { until } from '../stage/until.mts';

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
});

afterAll(() => stage?.close());

beforeEach(() => {
	stage.emulator.reset();
	stage.emulator.plan({ runningMs: LONG_MS });
});

/** What the next task that fails is like. */
const FAILING = { runningMs: LONG_MS, outcome: 'Failed', errorMessage: 'no luck' } as const;

test('the execution pauses for three tasks and returns them in input order', async () => {
	for (const late of [3, 1, 2])
		stage.emulator.plan({ runningMs: LONG_MS - 10 + late }, { times: 1 });
	const id = await beginPaused(
		stage,
		chain('Three', start, items(3), pausingRun('Run App'), after()),
	);
	const pausedExecution = await waitForExecution(stage.rest, id, 30_000);
	expect(jsonOf(pausedExecution, 'Run App')).toMatchObject(Array(3).fill({ status: 'Waiting' }));

	const execution = await resumed(stage, id);

	expect(execution.status).toBe('success');
	const results = jsonOf(execution, 'After');
	expect(results).toMatchObject(
		[0, 1, 2].map((n) => ({ n, status: 'Success', outputs: [{ ok: true }] })),
	);
	const prompts = results.map(({ request_id }) => promptOf(stage.emulator, request_id));
	expect(prompts).toEqual(['picture 0', 'picture 1', 'picture 2']);
	expect(createsOf(stage)).toBe(3);
	expect(execution.runs['After']).toHaveLength(1);
});

test('the data of the pause and its key are not in the items', async () => {
	const id = await begin(stage, chain('Key', start, items(1), pausingRun('Run App'), after()));
	const execution = await resumed(stage, id);

	const [create] = stage.emulator.requests().filter(({ operation }) => operation === 'create');
	const key = new URL(String(create?.headers['x-service-task-webhook-url'])).searchParams.get('k');
	expect(key).toMatch(/^[0-9a-f]{48}$/);
	expect(JSON.stringify(execution.runs)).not.toContain(key);
	expect(create?.headers).not.toHaveProperty('x-service-task-authorization');
});

test.each([
	'Run "App"',
	"it's ${one} `way`",
	'back\\slash',
	'{{ $json }}',
	'a }} b',
	'生成 图片 ✨',
])('a node named %s finds its tasks when it resumes', async (name) => {
	const id = await begin(stage, chain('Names', start, items(1), pausingRun(name), after()));

	expect(jsonOf(await resumed(stage, id), 'After')).toMatchObject([{ n: 0, status: 'Success' }]);
});

test('a retry creates no task a second time', async () => {
	stage.emulator.addFault({
		on: 'create',
		skip: 1,
		effect: { type: 'answer', status: 400, body: { code: '20001', message: 'not now' } },
	});
	const retrying = pausingRun('Run App', { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 });
	const id = await begin(stage, chain('Retry', start, items(3), retrying, after()));

	const execution = await resumed(stage, id);

	expect(jsonOf(execution, 'After')).toMatchObject([{ n: 0 }, { n: 1 }, { n: 2 }]);
	expect(stage.emulator.tasks()).toHaveLength(3);
	expect(createsOf(stage)).toBe(4);
});

test('unsuccessful tasks are returned at the error output, the others at the first output', async () => {
	stage.emulator.plan(FAILING, { times: 1 });
	const run = pausingRun('Run App', { onError: 'continueErrorOutput' });
	const id = await begin(stage, chain('Errors', start, items(2), run, after()));

	const execution = await resumed(stage, id);

	expect(jsonOf(execution, 'Run App')).toMatchObject([{ status: 'Success' }]);
	expect(jsonOf(execution, 'After')).toMatchObject([{ n: 1 }]);
	const [failed] = jsonOf(execution, 'Run App', 1);
	expect(failed).toMatchObject({
		error: expect.stringContaining('no luck'),
		details: { kind: 'failed', status: 'Failed' },
	});
});

test('without an error output they are returned as items with their status', async () => {
	stage.emulator.plan(FAILING, { times: 1 });
	const id = await begin(stage, chain('Failed', start, items(1), pausingRun('Run App'), after()));

	expect(jsonOf(await resumed(stage, id), 'After')).toMatchObject([
		{ n: 0, status: 'Failed', error: expect.stringContaining('no luck') },
	]);
});

test('each turn of a loop pauses for its own task, even with equal inputs', async () => {
	const looping = {
		...chain('Loop', start, items(2), loop, pausingRun('Run App', same), after('Done')),
	};
	const connections = {
		...looping.connections,
		Loop: {
			main: [
				[{ node: 'Done', type: 'main', index: 0 }],
				[{ node: 'Run App', type: 'main', index: 0 }],
			],
		},
		'Run App': { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
	};
	const id = await begin(stage, { ...looping, connections });

	const execution = await resumed(stage, id);

	expect(execution.status).toBe('success');
	expect(execution.runs['Run App']).toHaveLength(2);
	const ids = jsonOf(execution, 'Done').map((json) => json['request_id']);
	expect(new Set(ids).size).toBe(2);
	expect(stage.emulator.tasks()).toHaveLength(2);
});

const loop = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 };
const same = {
	parameters: {
		inputsJson: '{"6:CLIPTextEncode.text": "a lighthouse", "30:Seed (rgthree).seed": 7}',
	},
};

test('a workflow that calls another one pauses with it', async () => {
	const child = chain(
		'Child',
		{
			name: 'When Called',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		},
		pausingRun('Run App'),
	);
	const { id: workflowId } = await store(stage, child);
	const calling = {
		name: 'Call',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: workflowId }, options: {} },
	};
	const id = await begin(stage, chain('Parent', start, items(2), calling, after()));

	const execution = await resumed(stage, id);

	expect(jsonOf(execution, 'After')).toMatchObject([
		{ n: 0, status: 'Success' },
		{ n: 1, status: 'Success' },
	]);
	expect(stage.emulator.tasks()).toHaveLength(2);
});

test('the next node fetches the files of the tasks', async () => {
	const id = await begin(
		stage,
		chain(
			'Files',
			start,
			items(1),
			pausingRun('Run App'),
			onTask('Get Outputs', 'getOutputs', { downloadFiles: true }),
		),
	);

	const [item] = itemsOf(await resumed(stage, id), 'Get Outputs');
	expect(item?.binary?.['data']).toMatchObject({ mimeType: 'image/png' });
});

test('an execution that is stopped before it pauses stops its tasks', async () => {
	stage.emulator.plan({ queuingMs: 60_000 }, { times: 1 });
	// The second create takes a while.
	stage.emulator.addFault({ on: 'create', skip: 1, effect: { type: 'delay', ms: 3_000 } });
	stage.emulator.plan({ queuingMs: 60_000 });
	const workflow = await store(stage, chain('Stop', start, items(2), pausingRun('Run App')));
	const id = await runWorkflow(stage.rest, workflow);
	await until('the first task', () => stage.emulator.tasks().length === 1);

	await stopExecution(stage.rest, id);
	await stage.emulator.clock.advance(3_000);

	await until(
		'both tasks to be canceled',
		() => stage.emulator.tasks().filter(({ status }) => status === 'Canceled').length === 2,
	);
});

test('the example creates an image for each scene and downloads them all', async () => {
	const example = await readExample(stage, projectFolder, 'generate-long-videos.json');

	const execution = await resumed(stage, await begin(stage, example));

	expect(execution.error).toBeUndefined();
	const results = itemsOf(execution, 'Get Files');
	expect(results.map(({ binary }) => binary?.['data']?.mimeType)).toEqual(
		Array(3).fill('image/png'),
	);
	const prompts = results.map(({ json }) => promptOf(stage.emulator, json['request_id']));
	expect(prompts).toEqual([
		'A harbor at dawn',
		'Fishing boats pass the lighthouse',
		'The harbor at night, lanterns on the water',
	]);
});
