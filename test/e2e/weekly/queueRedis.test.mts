import { itemsOf, runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import type { Workflow } from '../../../scripts/n8n/workflows.mts';
import { after, chain, items, pausingRun, start } from '../stage/pauseWorkflows.mts';
import { openQueueStage, store, workerOf, type QueueStage } from '../stage/queueStage.mts';
import { byHand } from '../stage/queueWorkflows.mts';

const PATIENCE = { timeoutMs: 120_000 };
/** Longer than n8n's processes tolerate without Redis by default: they would end after 10 s. */
const GONE_FOR_MS = 20_000;

let stage: QueueStage;
let pausedId: string;
let polling: string;

const task = (index: number) => stage.emulator.tasks()[index];
const creates = () =>
	stage.emulator.requests().filter(({ operation }) => operation === 'create').length;

async function begin(workflow: Workflow): Promise<string> {
	return runWorkflow(stage.rest, await store(stage, workflow));
}

beforeAll(async () => {
	stage = await openQueueStage({
		QUEUE_BULL_REDIS_TIMEOUT_THRESHOLD: '90000',
		// n8n's own values: the stage's are for workers that are lost.
		QUEUE_WORKER_LOCK_DURATION: '60000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '10000',
		QUEUE_WORKER_STALLED_INTERVAL: '30000',
	});
	const { emulator } = stage;
	emulator.plan({ runningMs: 0, callback: { copies: 0 } }, { times: 1 });
	pausedId = await begin(chain('Paused', start, items(1), pausingRun('Run App'), after()));
	expect((await waitForExecution(stage.rest, pausedId, 60_000)).status).toBe('waiting');
	emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: GONE_FOR_MS }, { times: 1 });
	polling = await begin(byHand());
	const worker = await workerOf(stage, polling);
	await waitUntil(
		'the id of the polled task to be logged',
		async () => (await worker.log()).includes(`${task(1)?.requestId}`) || undefined,
		PATIENCE,
	);

	await stage.redis.stop();
	await waitUntil(
		'the polled task to finish',
		async () => task(1)?.status === 'Success' || undefined,
		PATIENCE,
	);
	await stage.redis.restart();
});

afterAll(() => stage?.close());

test('an execution that polled while Redis was down finishes with its result and one task', async () => {
	const execution = await waitForExecution(stage.rest, polling, PATIENCE.timeoutMs);

	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'Run App')).toMatchObject([
		{ json: { request_id: task(1)?.requestId, status: 'Success' } },
	]);
	expect(creates()).toBe(2);
});

test('a paused execution resumes at the next callback', async () => {
	const requestId = task(0)?.requestId ?? '';
	const execution = await waitUntil(
		'the execution to resume',
		async () => {
			// The service repeats its calls too.
			await stage.emulator.forgeCallback({ requestId });
			const found = await waitForExecution(stage.rest, pausedId, 60_000);
			return found.status === 'waiting' ? undefined : found;
		},
		{ ...PATIENCE, everyMs: 2_000 },
	);

	expect(execution.status).toBe('success');
	expect(execution.runs['After']).toHaveLength(1);
	expect(itemsOf(execution, 'After')).toMatchObject([{ json: { n: 0, status: 'Success' } }]);
	expect(creates()).toBe(2);
});

test('new executions run as before', async () => {
	const execution = await waitForExecution(stage.rest, await begin(byHand()), PATIENCE.timeoutMs);

	expect(execution.status).toBe('success');
	expect(creates()).toBe(3);
});

test('the search for secrets that closes the stage reaches the database, Redis and the logs', async () => {
	const known = [
		{ name: 'request ID', value: task(1)?.requestId ?? '' },
		{ name: 'name of the queue', value: 'bull:jobs:stalled-check' },
	];

	const places = (await stage.traces(known)).map(({ place }) => place);

	expect(places).toContain('database');
	expect(places).toContainEqual(expect.stringContaining('appendonly'));
	expect(places).toContainEqual(expect.stringMatching(/n8n.*log$/));
});
