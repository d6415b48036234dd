import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { testCredential } from '../../../scripts/n8n/credentials.mts';
import { itemsOf, runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import {
	createWorkflow,
	readWorkflow,
	type StoredWorkflow,
	type Workflow,
} from '../../../scripts/n8n/workflows.mts';
import { chain, onTask, start, store, type NodeDraft } from '../stage/pauseWorkflows.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';

let stage: TestStage;
let otherServer: Server;
/** The headers of the calls that another server got. */
const otherServerGot: unknown[] = [];

beforeAll(async () => {
	stage = await openTestStage();
	otherServer = createServer((request, response) => {
		otherServerGot.push(request.headers);
		response.end('{}');
	});
	await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
	otherServer?.close();
	await stage?.close();
});

/** n8n's own node, set to sign a call to the other server with our credential. */
function httpRequest(): NodeDraft {
	const { id, name } = stage.credential;
	return {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}/collect`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'aiAppApi',
			options: {},
		},
		credentials: { aiAppApi: { id, name } },
	};
}

/** A workflow that n8n would refuse to save. */
async function written(workflow: Workflow): Promise<StoredWorkflow> {
	const harmless = workflow.nodes.map((node) => ({ ...node, parameters: {}, credentials: {} }));
	const stored = await createWorkflow(stage.rest, { ...workflow, nodes: harmless });
	const file = join(stage.userFolder, '.n8n', 'database.sqlite');
	// n8n writes to it, too, such as the statistics of an execution that has just ended.
	const database = new DatabaseSync(file, { timeout: 30_000 });
	database
		.prepare('UPDATE workflow_entity SET nodes = ? WHERE id = ?')
		.run(JSON.stringify(workflow.nodes), stored.id);
	database.close();
	return readWorkflow(stage.rest, stored.id);
}

describe("users of the credential can't read it with an HTTP Request node", () => {
	test('such a workflow is not saved', async () => {
		const workflow = chain('Asks openly', start, httpRequest());

		await expect(createWorkflow(stage.rest, workflow)).rejects.toThrow('restricted to');
	});

	test('one that was written into the database gets nothing when it runs', async () => {
		const stored = await written(chain('Written', start, httpRequest()));

		const id = await runWorkflow(stage.rest, stored);
		const { status, error } = await waitForExecution(stage.rest, id, 60_000);

		expect({ status, error }).toMatchObject({
			status: 'error',
			error: { message: expect.stringContaining('restricted to specific nodes') },
		});
	});

	test('nothing was sent to the other host', () => {
		expect(otherServerGot).toEqual([]);
	});
});

describe('nodes that the credential is for keep working', () => {
	test('AI App', async () => {
		const read = onTask('Wallet', 'getBalance', { resource: 'account', requestId: undefined });
		const id = await runWorkflow(stage.rest, await store(stage, chain('Reads', start, read)));

		const execution = await waitForExecution(stage.rest, id, 60_000);

		expect(execution).toMatchObject({ status: 'success' });
		expect(itemsOf(execution, 'Wallet')).toHaveLength(1);
	});

	test('the test of the credential', async () => {
		const { rest, credential, credentialDraft } = stage;

		expect(await testCredential(rest, credential, credentialDraft)).toMatchObject({ status: 'OK' });
	});

	test.each(['aiAppTrigger', 'aiAppTool'])('%s may be saved with it', async (type) => {
		const node = { name: 'Node', type: `n8n-nodes-ai-app-tasks.${type}` };

		expect(await store(stage, chain(type, start, node))).toMatchObject({ nodes: [{}, {}] });
	});
});
