import type { TaskRecord } from '../../../emulator/index.mts';
import {
	itemsOf,
	runWorkflow,
	waitForExecution,
	type Execution,
} from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import type { Workflow } from '../../../scripts/n8n/workflows.mts';
import { after, chain, items, pausingRun, start } from '../stage/pauseWorkflows.mts';
import { openQueueStage, store, workerOf, type QueueStage } from '../stage/queueStage.mts';
import { byHand } from '../stage/queueWorkflows.mts';

let stage: QueueStage;

beforeAll(async () => {
	stage = await openQueueStage();
});

afterAll(() => stage?.close());

beforeEach(() => stage.emulator.reset());

const createsOf = () =>
	stage.emulator.requests().filter(({ operation }) => operation === 'create').length;

async function begin(workflow: Workflow): Promise<string> {
	return runWorkflow(stage.rest, await store(stage, workflow));
}

/** Runs a workflow until it is paused; its tasks finish at once, but send no callbacks. */
async function beginPaused(workflow: Workflow): Promise<string> {
	stage.emulator.plan({ runningMs: 0, callback: { copies: 0 } });
	const id = await begin(workflow);
	expect((await waitForExecution(stage.rest, id, 60_000)).status).toBe('waiting');
	await waitUntil(
		'the tasks to end',
		async () =>
			stage.emulator.tasks().every(({ status }) => status === 'Success') ? true : undefined,
		{ timeoutMs: 60_000 },
	);
	return id;
}

/** Sends the callback of a task to its callback URL; the status of the response. */
async function sendCallback(task: TaskRecord | undefined): Promise<number | undefined> {
	if (task === undefined) throw new Error('There is no such task.');
	return (await stage.emulator.forgeCallback({ requestId: task.requestId }))?.status;
}

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

/** How often a worker has run an execution: once at the start and once for each time it resumed. */
async function turnsOf(id: string): Promise<number> {
	const logs = await Promise.all(stage.workers.map((worker) => worker.log()));
	return logs.join('\n').split(`Worker started execution ${id} `).length - 1;
}

function jsonOf(execution: Execution, node: string) {
	return itemsOf(execution, node).map(({ json }) => json);
}

const pausingWorkflow = (name: string, count: number) =>
	chain(name, start, items(count), pausingRun('Run App'), after());

const succeeded = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ n, status: 'Success' }));

test('an execution pauses for three tasks, the webhook process gets their callbacks, and a worker resumes it once', async () => {
	for (const runningMs of [2_500, 1_500, 2_000]) stage.emulator.plan({ runningMs }, { times: 1 });
	const id = await begin(pausingWorkflow('Three', 3));
	const execution = await ended(id);

	const [create] = stage.emulator.requests().filter(({ operation }) => operation === 'create');
	const callback = String(create?.headers['x-service-task-webhook-url']);
	expect(callback).toMatch(`${stage.webhook.url}/webhook-waiting/${id}/`);
	expect(execution.status).toBe('success');
	expect(jsonOf(execution, 'After')).toMatchObject(succeeded(3));
	expect(execution.runs['After']).toHaveLength(1);
	expect(await turnsOf(id)).toBe(2);
	expect(createsOf()).toBe(3);
});

test('repeated and simultaneous callbacks run nothing twice', async () => {
	stage.emulator.plan({ runningMs: 2_000, callback: { copies: 2, gapMs: 0 } });
	const nodes = [pausingRun('First'), after('Between'), pausingRun('Second'), after()];
	const id = await begin(chain('Twice', start, items(2), ...nodes));

	const execution = await ended(id);
	expect(execution.status).toBe('success');
	expect(jsonOf(execution, 'After')).toMatchObject(succeeded(2));
	expect(execution.runs['Between']).toHaveLength(1);
	expect(execution.runs['After']).toHaveLength(1);
	expect(await turnsOf(id)).toBe(3);
	expect(createsOf()).toBe(4);
});

let ofKilledWorker: string;

test('the execution of a killed worker ends, is not run again and creates no more tasks', async () => {
	stage.emulator.plan({ queuingMs: 600_000 }, { times: 1 });
	const id = (ofKilledWorker = await begin(byHand()));
	const worker = await workerOf(stage, id);
	const task = await waitUntil('the task', async () => stage.emulator.tasks()[0], {
		timeoutMs: 60_000,
	});
	await waitUntil(
		'its id to be logged',
		async () => (await worker.log()).includes(task.requestId) || undefined,
		{ timeoutMs: 60_000 },
	);

	await worker.kill();
	const next = await begin(byHand());

	expect((await waitForExecution(stage.rest, next, 90_000)).status).toBe('success');
	expect(await workerOf(stage, next)).not.toBe(worker);
	// It knows from its own journal what it was running; the others would drop it a minute later.
	await worker.restart();
	expect(['crashed', 'error']).toContain((await waitForExecution(stage.rest, id, 120_000)).status);
	expect(await turnsOf(id)).toBe(1);
	expect(createsOf()).toBe(2);
});

test('executions that are paused while main is killed resume without it, and after its restart', async () => {
	const resumed = await beginPaused(pausingWorkflow('Before', 2));
	const waiting = await beginPaused(pausingWorkflow('After', 2));
	const [early, , late] = stage.emulator.tasks();

	await stage.main.kill();
	// All tasks are finished: the callback of one resumes the execution.
	expect(await sendCallback(early)).toBe(200);
	await waitUntil(
		'a worker to resume it without main',
		async () => (await turnsOf(resumed)) === 2 || undefined,
		{ timeoutMs: 60_000 },
	);
	await stage.main.restart();
	expect(await sendCallback(late)).toBe(200);

	for (const id of [resumed, waiting]) {
		const execution = await ended(id);
		expect(execution.status).toBe('success');
		expect(jsonOf(execution, 'After')).toMatchObject(succeeded(2));
		expect(await turnsOf(id)).toBe(2);
	}
	expect(createsOf()).toBe(4);
});

test('by now the queue has dropped the job of that worker, and it was not run again', async () => {
	expect(await turnsOf(ofKilledWorker)).toBe(1);
});
