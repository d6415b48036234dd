import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testCredential } from '../../../scripts/n8n/credentials.mts';
import { n8nEnvironment } from '../../../scripts/n8n/environment.mts';
import { itemsOf, runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { createWorkflow, findWorkflow, type Workflow } from '../../../scripts/n8n/workflows.mts';
import { chain, onTask, start, store, type NodeDraft } from '../stage/pauseWorkflows.mts';
import { n8nFolder, openTestStage, type TestStage } from '../stage/testStage.mts';

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

/** With n8n's command line, which doesn't check what it stores. */
async function importWorkflow(workflow: Workflow): Promise<void> {
	const file = join(stage.userFolder, 'import.json');
	await writeFile(file, JSON.stringify([{ ...workflow, id: 'imported', active: false }]));
	const place = { n8nFolder, userFolder: stage.userFolder, port: 0, brokerPort: 0 };
	const n8n = join(n8nFolder, 'node_modules', 'n8n', 'bin', 'n8n');
	await promisify(execFile)('node', [n8n, 'import:workflow', `--input=${file}`], {
		env: n8nEnvironment(place),
	});
}

describe("users of the credential can't read it with an HTTP Request node", () => {
	test('such a workflow is not saved', async () => {
		const workflow = chain('Asks openly', start, httpRequest());

		await expect(createWorkflow(stage.rest, workflow)).rejects.toThrow('restricted to');
	});

	test('one that was written into the database gets nothing when it runs', async () => {
		await importWorkflow(chain('Imported', start, httpRequest()));
		const stored = await findWorkflow(stage.rest, 'Imported');
		if (!stored) throw new Error('n8n has not imported the workflow');

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
