import { readFile } from 'node:fs/promises';
import axios from 'axios';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import {
	executionIds,
	itemsOf,
	readBinary,
	runWorkflow,
	waitForExecution,
} from '../../../scripts/n8n/executions.mts';
import type { N8nServer } from '../../../scripts/n8n/server.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	withCredential,
	type Workflow,
} from '../../../scripts/n8n/workflows.mts';
import type { Operation } from '../../../emulator/index.mts';
import { chain, onTask, start, store, type NodeDraft } from '../stage/pauseWorkflows.mts';
import { createsOf, ended, jsonOf } from '../stage/pausing.mts';
import { killAndRestart } from '../stage/restart.mts';
import { openFront } from '../stage/serviceFront.mts';
import { openOwnStage, type OwnStage } from '../stage/ownStage.mts';

const PATIENCE = { timeoutMs: 120_000 };
const FILE_BYTES = 1024 ** 2;

let stage: OwnStage;
let second: N8nServer | undefined;
/** Executions that were running when n8n was killed. */
let polling: string;
let downloading: string;
let uploading: string;
/** Polls too, and n8n stores the output of the nodes before it. */
let storing: string;
/** Polls too, and a webhook started it. */
let called: string;

/** App: Run of the app that makes a file of 1 MB, with Wait for Result. */
function run(more: object = {}): NodeDraft {
	return onTask('Run App', 'run', {
		...{ resource: 'app', specifyInputs: 'json', downloadFiles: true },
		appId: { __rl: true, mode: 'id', value: '57101' },
		inputsJson: JSON.stringify({ '1:File.bytes': FILE_BYTES }),
		...more,
	});
}

const plainNode: NodeDraft = { name: 'Before', type: 'n8n-nodes-base.noOp' };

async function begin(...nodes: readonly NodeDraft[]): Promise<string> {
	return runWorkflow(stage.rest, await store(stage, chain('Killed', start, ...nodes)));
}

/** Starts an execution with a webhook, whose task takes long. */
async function call(): Promise<string> {
	stage.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 40_000 }, { times: 1 });
	const parameters = { path: 'killed', responseMode: 'onReceived', options: {} };
	const webhook = { name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 2.1, parameters };
	const nodes = [{ ...webhook, webhookId: 'killed' }, run({ downloadFiles: false })];
	const workflow = await store(stage, chain('Called', ...nodes));
	await activateWorkflow(stage.rest, workflow);
	const url = `${stage.n8n.url}/webhook/killed`;
	const answers = async () => (await axios.get(url, { validateStatus: null })).status === 200;
	await waitUntil('the webhook', async () => (await answers()) || undefined, PATIENCE);
	return waitUntil(
		'its execution',
		async () => (await executionIds(stage.rest, workflow))[0],
		PATIENCE,
	);
}

function seen(operation: Operation, count = 1): Promise<true> {
	const enough = () =>
		stage.emulator.requests().filter((each) => each.operation === operation).length >= count;
	return waitUntil(`${count} x ${operation}`, async () => enough() || undefined, PATIENCE);
}

const task = (index: number) => stage.emulator.tasks()[index]?.requestId;

beforeAll(async () => {
	stage = await openOwnStage();
	const { emulator } = stage;
	emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 40_000 }, { times: 1 });
	polling = await begin(run());
	await seen('status', 2);

	emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 40_000 }, { times: 1 });
	const settings = { executionOrder: 'v1', saveExecutionProgress: true };
	const workflow = {
		...chain('Stores', start, plainNode, run({ downloadFiles: false })),
		settings,
	};
	storing = await runWorkflow(stage.rest, await store(stage, workflow));
	await waitUntil('its task', async () => task(1), PATIENCE);
	called = await call();
	await waitUntil('its task', async () => task(2), PATIENCE);

	emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 500 });
	emulator.addFault({ on: 'download', effect: { type: 'drip', everyMs: 1_000 } });
	downloading = await begin(run());
	await seen('download');

	emulator.addFault({ on: 'put', effect: { type: 'hang' } });
	const fileUrl = `${emulator.storageUrl}/samples/landscape.png`;
	uploading = await begin(
		onTask('Upload', 'upload', { resource: 'file', fileSource: 'url', fileUrl }),
	);
	await seen('put');

	second = await killAndRestart(stage);
});

afterAll(async () => {
	await second?.stop();
	await stage?.close();
});

describe('n8n killed while an execution polls, downloads, uploads', () => {
	test('each is shown as crashed, without output, and none is run again', async () => {
		for (const id of [polling, storing, called, downloading, uploading]) {
			const execution = await waitForExecution(stage.rest, id, PATIENCE.timeoutMs);
			expect(execution.status).toBe('crashed');
			expect(itemsOf(execution, 'Run App')).toEqual([]);
			expect(itemsOf(execution, 'Upload')).toEqual([]);
		}
		expect(createsOf(stage)).toBe(4);
		const commits = stage.emulator.requests().filter(({ operation }) => operation === 'commit');
		expect(commits).toEqual([]);
	});

	test('the IDs of its tasks are in the log of the killed n8n instance', async () => {
		const log = await readFile(stage.n8n.logFile, 'utf8');

		expect(log).toContain(`AI app task created: ${task(0)}`);
		expect(log).toContain(`AI app task created: ${task(1)}`);
		expect(log).toContain(`AI app task created: ${task(2)}`);
		expect(log).toContain(`AI app task created: ${task(3)}`);
	});

	test('n8n refuses "Retry" of the execution, and nothing is charged', async () => {
		const answer = stage.rest.call('POST', `/rest/executions/${polling}/retry`, {});

		await expect(answer).rejects.toThrow('so it cannot be retried');
		expect(createsOf(stage)).toBe(4);
	});

	test('Task: Wait for Completion continues with the task that was polled', async () => {
		const id = await begin(onTask('Wait', 'wait', { requestId: task(0), downloadFiles: false }));

		const execution = await waitForExecution(stage.rest, id, PATIENCE.timeoutMs);
		expect(execution.error).toBeUndefined();
		expect(jsonOf(execution, 'Wait')).toMatchObject([{ request_id: task(0), status: 'Success' }]);
		expect(createsOf(stage)).toBe(4);
	});

	test('Task: Get Outputs downloads the complete file after half of it was downloaded', async () => {
		const id = await begin(
			onTask('Outputs', 'getOutputs', { requestId: task(3), downloadFiles: true }),
		);

		const [item] = itemsOf(await ended(stage, id), 'Outputs');
		const file = item?.binary?.['data'];
		if (file === undefined) throw new Error('The item has no file.');
		const [output] = item?.json['outputs'] as ReadonlyArray<{ readonly url: string }>;
		const original = await axios.get<Buffer>(output?.url ?? '', {
			responseType: 'arraybuffer',
		});
		expect(original.data.length).toBe(FILE_BYTES);
		expect((await readBinary(stage.rest, file)).equals(original.data)).toBe(true);
	});

	test.each([
		['whose progress n8n saves', () => storing],
		['that a webhook started', () => called],
	])('"Retry" of one %s starts the node again, and a second task is created', async (_, id) => {
		const before = createsOf(stage);

		await stage.rest.call('POST', `/rest/executions/${id()}/retry`, {});

		await waitUntil('the create', async () => createsOf(stage) > before || undefined, PATIENCE);
	});
});

test('a service that is down for a while during polling: the execution continues with the same task', async () => {
	const front = await openFront(stage.emulator.apiUrl);
	const { data, type } = stage.credentialDraft;
	const behind = { name: 'Behind a front', type, data: { ...data, baseUrl: front.url } };
	const credential = await saveCredential(stage.rest, behind);
	const workflow: Workflow = chain('Outage', start, run({ downloadFiles: false }));
	stage.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 6_000 }, { times: 1 });
	const created = createsOf(stage);
	const own = withCredential(workflow, 'n8n-nodes-ai-app-tasks', credential);
	const id = await runWorkflow(stage.rest, await createWorkflow(stage.rest, own));
	const statusChecks = stage.emulator
		.requests()
		.filter(({ operation }) => operation === 'status').length;
	await seen('status', statusChecks + 1);

	await front.leave();
	await waitUntil(
		'the task to finish',
		async () => stage.emulator.tasks().at(-1)?.status === 'Success' || undefined,
		PATIENCE,
	);
	await front.comeBack();

	const execution = await ended(stage, id);
	await front.leave();
	expect(execution.error).toBeUndefined();
	expect(jsonOf(execution, 'Run App')).toMatchObject([{ status: 'Success' }]);
	expect(createsOf(stage)).toBe(created + 1);
});
