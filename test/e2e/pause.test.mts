import {
	itemsOf,
	runWorkflow,
	waitForExecution,
	type Execution,
} from '../../scripts/n8n/executions.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import type { Workflow } from '../../scripts/n8n/workflows.mts';
import { after, chain, items, onTask, pausingRun, start, store } from './pauseWorkflows.mts';
import { openTestStage, type TestStage } from './testStage.mts';

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage();
});

afterAll(() => stage?.close());

async function begin(workflow: Workflow): Promise<string> {
	return runWorkflow(stage.rest, await store(stage, workflow));
}

/** Waits until an execution has ended, however often it sleeps before that. */
function ended(id: string): Promise<Execution> {
	return waitUntil(
		`execution ${id} to end`,
		async () => {
			const execution = await waitForExecution(stage.rest, id, 60_000);
			return execution.status === 'waiting' ? undefined : execution;
		},
		{ timeoutMs: 90_000 },
	);
}

const creates = () =>
	stage.emulator.requests().filter(({ operation }) => operation === 'create').length;

test('three tasks are slept for together and handed on in input order', async () => {
	const before = creates();
	for (const runningMs of [2_600, 1_800, 2_200]) stage.emulator.plan({ runningMs }, { times: 1 });

	const id = await begin(chain('Three', start, items(3), pausingRun('Run App'), after()));
	const asleep = await waitForExecution(stage.rest, id, 30_000);
	expect(asleep.status).toBe('waiting');
	expect(itemsOf(asleep, 'Run App').map(({ json }) => json['status'])).toEqual(
		Array(3).fill('WAITING'),
	);

	const execution = await ended(id);
	expect(execution.status).toBe('success');
	const results = itemsOf(execution, 'After').map(({ json }) => json);
	expect(results).toMatchObject(
		[0, 1, 2].map((n) => ({ n, status: 'Success', outputs: [{ ok: true }] })),
	);
	expect(new Set(results.map((json) => json['request_id'])).size).toBe(3);
	expect(creates() - before).toBe(3);
	const prompts = results.map(({ request_id }) => promptOf(String(request_id)));
	expect(prompts).toEqual(['picture 0', 'picture 1', 'picture 2']);
});

function promptOf(requestId: string): unknown {
	const task = stage.emulator.tasks().find((each) => each.requestId === requestId);
	return task?.inputValues['6:CLIPTextEncode.text'];
}
