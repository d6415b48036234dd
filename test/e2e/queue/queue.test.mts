import {
	executionIds,
	itemsOf,
	readBinary,
	runWorkflow,
	stopExecution,
	waitForExecution,
	type Execution,
} from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import type { StoredWorkflow } from '../../../scripts/n8n/workflows.mts';
import { openQueueStage, publish, store, workerOf, type QueueStage } from '../stage/queueStage.mts';
import { byHand, byWebhook } from '../stage/queueWorkflows.mts';
import { callStreaming } from '../stage/streamedCalls.mts';
import {
	workflowWithCallback,
	triggeredWorkflow,
	triggerPath,
} from '../stage/triggerWorkflows.mts';
import { until } from '../stage/until.mts';

const LONG_MS = 120_000;
const PNG = '89504e470d0a1a0a';

let stage: QueueStage;

beforeAll(async () => {
	stage = await openQueueStage({}, 1);
});

afterAll(() => stage?.close());

beforeEach(() => stage.emulator.reset());

const post = (url: string) => fetch(url, { method: 'POST' });
const createsOf = () =>
	stage.emulator.requests().filter(({ operation }) => operation === 'create').length;
const statusChecksOf = () =>
	stage.emulator.requests().filter(({ operation }) => operation === 'status').length;

/** A worker ran it, created one task, and main returns the file that the worker has stored. */
async function expectOneTask(execution: Execution): Promise<void> {
	expect(execution.status).toBe('success');
	await workerOf(stage, execution.id);
	expect(createsOf()).toBe(1);
	const [item] = itemsOf(execution, 'Run App');
	expect(item?.json).toMatchObject({ status: 'Success' });
	const file = item?.binary?.['data'];
	expect(file?.id).toMatch(/^database:/);
	const content = file && (await readBinary(stage.rest, file));
	expect(content?.subarray(0, 8).toString('hex')).toBe(PNG);
}

async function latestExecution(workflow: StoredWorkflow): Promise<string> {
	return waitUntil('an execution', async () => (await executionIds(stage.rest, workflow))[0], {
		timeoutMs: 60_000,
	});
}

test('an execution that was started by hand runs on a worker', async () => {
	const id = await runWorkflow(stage.rest, await store(stage, byHand()));

	await expectOneTask(await waitForExecution(stage.rest, id, 90_000));
});

test('one that a production webhook has started runs on a worker and answers the caller', async () => {
	const workflow = await store(stage, byWebhook('queue-run', 'lastNode'));
	const url = await publish(stage, workflow, 'queue-run');

	const answer = await post(url);

	expect(answer.status).toBe(200);
	expect(await answer.json()).toMatchObject({ status: 'Success' });
	const id = await latestExecution(workflow);
	await expectOneTask(await waitForExecution(stage.rest, id, 90_000));
});

test('what a worker streams reaches the caller of a webhook process while the task runs', async () => {
	stage.emulator.plan({ queuingMs: 4_000, preparingMs: 0, runningMs: 4_000, queueCount: 3 });
	const workflow = await store(stage, byWebhook('queue-stream', 'streaming'));
	const url = await publish(stage, workflow, 'queue-stream');

	const { chunks, closed } = await callStreaming(url);
	await closed;

	expect(chunks.map(({ type, content = type }) => content.trim())).toEqual([
		...['begin', 'Starting **Picture from Text**', 'Queuing, 3 ahead', 'Running'],
		...[expect.stringMatching(/^!\[\]\(http.*\.png\)$/), 'end'],
	]);
	const [queued = 0, running = 0] = chunks.slice(2, 4).map(({ at }) => at);
	expect(running - queued).toBeGreaterThan(2_000);
	await workerOf(stage, await latestExecution(workflow));
});

test("a callback that the webhook process receives starts the trigger's workflow once", async () => {
	const triggered = await store(stage, triggeredWorkflow);
	const url = await publish(stage, triggered, triggerPath);
	stage.emulator.plan({ callback: { copies: 3, gapMs: 0 } }, { times: 1 });
	const withCallback = await store(stage, workflowWithCallback(url));
	const id = await runWorkflow(stage.rest, withCallback);
	const [created] = itemsOf(await waitForExecution(stage.rest, id, 90_000), 'Run App');

	const execution = await waitForExecution(stage.rest, await latestExecution(triggered), 90_000);
	await until(
		'all copies to be answered',
		() => stage.emulator.deliveries().filter(({ status }) => status === 200).length === 3,
	);

	expect(execution.status).toBe('success');
	await workerOf(stage, execution.id);
	expect(itemsOf(execution, 'AI App Trigger')).toMatchObject([
		{ json: { request_id: created?.json['request_id'], status: 'Success' } },
	]);
	expect(await executionIds(stage.rest, triggered)).toHaveLength(1);
});

test('Stop reaches the worker of an execution that was started by hand', async () => {
	stage.emulator.plan({ queuingMs: LONG_MS });
	const id = await runWorkflow(stage.rest, await store(stage, byHand()));
	await until('the first status check', () => statusChecksOf() > 0);

	await stopExecution(stage.rest, id);
	await until('the task to be stopped', () => stage.emulator.tasks()[0]?.stop !== undefined);

	expect(stage.emulator.tasks()[0]?.stop).toMatchObject({ by: 'cancel' });
	expect((await waitForExecution(stage.rest, id, 60_000)).status).toBe('canceled');
});

test("Stop doesn't reach the worker of one that a webhook process has started: it keeps polling", async () => {
	stage.emulator.plan({ queuingMs: LONG_MS });
	const limits = { maxWaitMinutes: 0.2 };
	const workflow = await store(stage, byWebhook('queue-stop', 'onReceived', limits));
	await post(await publish(stage, workflow, 'queue-stop'));
	const id = await latestExecution(workflow);
	await until('the first status check', () => statusChecksOf() > 0);

	await stopExecution(stage.rest, id);
	const seen = statusChecksOf();
	await until('the next status check', () => statusChecksOf() > seen + 1);

	expect(stage.emulator.tasks()).toMatchObject([{ status: 'Queuing' }]);
	expect(stage.emulator.tasks()[0]?.stop).toBeUndefined();
});
