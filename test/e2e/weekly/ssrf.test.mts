import { saveCredential, testCredential } from '../../../scripts/n8n/credentials.mts';
import { runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import type { Execution } from '../../../scripts/n8n/executions.mts';
import { chain, onTask, start, store, type NodeDraft } from '../stage/pauseWorkflows.mts';
import { openOwnStage, type OwnStage } from '../stage/ownStage.mts';

/** An n8n instance whose administrator has turned on the SSRF protection and allowed one name. */
const PROTECTION = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
};

let stage: OwnStage;

beforeAll(async () => {
	stage = await openOwnStage(PROTECTION);
});

afterAll(() => stage?.close());

beforeEach(() => stage.emulator.reset());

const allowed = (url: string) => url.replace('127.0.0.1', 'localhost');

/** Lets the credential use hosts that the protection allows, except the given ones. */
async function allowAllBut(...blocked: ReadonlyArray<'baseUrl' | 'storageUrl'>): Promise<void> {
	const { rest, credentialDraft, emulator } = stage;
	const data = {
		...credentialDraft.data,
		metadataUrl: allowed(emulator.metaUrl),
		baseUrl: blocked.includes('baseUrl') ? emulator.apiUrl : allowed(emulator.apiUrl),
		storageUrl: blocked.includes('storageUrl') ? emulator.storageUrl : allowed(emulator.storageUrl),
	};
	await saveCredential(rest, { ...credentialDraft, data });
}

const runOnly = {
	resource: 'app',
	appId: { __rl: true, mode: 'id', value: '54663' },
	specifyInputs: 'json',
	inputsJson: '{ "6:CLIPTextEncode.text": "a lighthouse" }',
	waitMode: 'poll',
	downloadFiles: false,
};

const file: NodeDraft = {
	name: 'File',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode:
			"return [{ json: {}, binary: { data: { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'a.txt' } } }];",
	},
};

const upload = onTask('Upload', 'upload', { resource: 'file', inputBinaryField: 'data' });

async function execute(name: string, ...drafts: readonly NodeDraft[]): Promise<Execution> {
	const id = await runWorkflow(stage.rest, await store(stage, chain(name, start, ...drafts)));
	return waitForExecution(stage.rest, id, 120_000);
}

const creates = () => stage.emulator.requests().filter(({ operation }) => operation === 'create');

/** The required message and the advice below it. */
const blockedBy = {
	message: expect.stringContaining("n8n's SSRF protection blocks this host"),
};

test('the credential test calls no host that n8n blocks, and says who can allow it', async () => {
	const { rest, credential, credentialDraft, emulator } = stage;

	expect(await testCredential(rest, credential, credentialDraft)).toEqual({
		status: 'Error',
		message: expect.stringMatching(/^'Base URL': .*n8n's SSRF protection .*administrator/),
	});
	expect(emulator.requests()).toEqual([]);
});

test('a blocked create was not sent, and Retry works after the host is allowed', async () => {
	await allowAllBut('baseUrl');

	const { id, status, error } = await execute('Create', onTask('Run', 'run', runOnly));

	expect(status).toBe('error');
	expect(error).toMatchObject(blockedBy);
	expect(JSON.stringify(error)).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
	expect(JSON.stringify(error)).not.toMatch(/may exist|didn't confirm whether/);
	expect(creates()).toEqual([]);

	await allowAllBut();
	const retried = await stage.rest.call<{ readonly id: string }>(
		'POST',
		`/rest/executions/${id}/retry`,
		{ loadWorkflow: false },
	);
	const again = await waitForExecution(stage.rest, retried.id, 120_000);

	expect(again).toMatchObject({ status: 'success' });
	expect(creates()).toHaveLength(1);
});

test('an upload to a blocked storage says so', async () => {
	await allowAllBut('storageUrl');

	const { status, error } = await execute('Upload', file, upload);

	expect(status).toBe('error');
	expect(error).toMatchObject(blockedBy);
});

test('a blocked download says so, and names the task', async () => {
	await allowAllBut('storageUrl');

	const run = onTask('Run', 'run', { ...runOnly, downloadFiles: true });
	const { status, error } = await execute('Download', run);

	expect(status).toBe('error');
	expect(error).toMatchObject(blockedBy);
	expect(JSON.stringify(error)).toContain(stage.emulator.tasks()[0]?.requestId);
});
