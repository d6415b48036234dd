import { createHmac } from 'node:crypto';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { executionIds, runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { activateWorkflow, type StoredWorkflow } from '../../../scripts/n8n/workflows.mts';
import {
	KEY,
	recordWith,
	startQuotingService,
	STORAGE_SECRETS,
	type Spell,
} from '../../secrets/quotingService.mts';
import { createSecretSearch } from '../../secrets/secretSearch.mts';
import { SPELLINGS } from '../../secrets/spellings.mts';
import { chain, onTask, runApp, start, store, type NodeDraft } from '../stage/pauseWorkflows.mts';
import { callStreaming, webhook } from '../stage/streamedCalls.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';
import { TOKEN } from '../stage/triggerStage.mts';
import { triggeredWorkflow, triggerPath } from '../stage/triggerWorkflows.mts';

const CALLS = 'secret-echoes';

/** What n8n keeps is the same for all others, which test/nodes/secrets/untrustedTexts.test.mts has. */
const SPELLED = ['as it is', 'in JSON of PHP', 'in base64 with its scheme', 'masked'];
const spellings = Object.entries(SPELLINGS).filter(([name]) => SPELLED.includes(name));
const GOES_ON = { onError: 'continueRegularOutput' } as const;
const AI_APP = 'n8n-nodes-ai-app-tasks.aiApp';

const photo: NodeDraft = {
	name: 'Photo',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		mode: 'runOnceForAllItems',
		language: 'javaScript',
		jsCode:
			"return [{ json: {}, binary: { data: { data: 'cG5n', mimeType: 'image/png', fileName: 'x.png' } } }];",
	},
};

const upload: NodeDraft = {
	name: 'Upload',
	type: AI_APP,
	parameters: { resource: 'file', operation: 'upload', inputDataFieldName: 'data' },
};

const create = runApp('Create');

const asSent = { requestId: 'r-1', downloadFiles: false, simplify: false };
const streamed = { requestId: 'r-1', downloadFiles: false };

/** Every way by which the service's words come in, one after the other. */
const operations: readonly NodeDraft[] = [
	upload,
	create,
	onTask('Wait', 'wait', streamed),
	onTask('As Sent', 'getOutputs', asSent),
	onTask('Status', 'getStatus', { requestId: 'r-1' }),
	{ name: 'App', type: AI_APP, parameters: { ...create.parameters, operation: 'get' } },
	{ name: 'User', type: AI_APP, parameters: { resource: 'account', operation: 'getUser' } },
];

let stage: TestStage;
let service: Awaited<ReturnType<typeof startQuotingService>>;
let spell: Spell = (secret) => secret;
let secrets: Readonly<Record<string, string>>;
let all: StoredWorkflow;
let failing: readonly StoredWorkflow[];
let triggered: StoredWorkflow;
let triggerUrl: string;

beforeAll(async () => {
	stage = await openTestStage();
	service = await startQuotingService(TOKEN, (secret) => spell(secret));
	triggerUrl = `${stage.n8n.url}/webhook/${triggerPath}`;
	secrets = {
		'API key': KEY,
		'callback token': TOKEN,
		'token of this trigger': createHmac('sha256', TOKEN).update(triggerUrl).digest('hex'),
		...Object.fromEntries(STORAGE_SECRETS.map((value, n) => [`of the storage ${n}`, value])),
	};
	for (const [name, value] of Object.entries(secrets)) stage.guard(name, value);
	const { url } = service;
	const urls = { baseUrl: url, metadataUrl: url, storageUrl: url };
	const data = { ...urls, apiKey: KEY, callbackToken: TOKEN, moreSettings: true };
	await saveCredential(stage.rest, { ...stage.credentialDraft, data });
	await storeWorkflows();
});

afterAll(async () => {
	await service?.close();
	await stage?.close();
});

async function storeWorkflows(): Promise<void> {
	const going = operations.map((node) => ({ ...node, ...GOES_ON }));
	all = await store(stage, chain('All', webhook(CALLS, 'streaming'), photo, ...going));
	failing = await Promise.all(
		[upload, create].map((node) => store(stage, chain(`Failing ${node.name}`, start, photo, node))),
	);
	const [trigger] = triggeredWorkflow.nodes;
	const taking = { ...trigger, parameters: { resultSource: 'callback' } };
	const workflow = { ...triggeredWorkflow, nodes: [taking] } as typeof triggeredWorkflow;
	triggered = await store(stage, workflow);
	await activateWorkflow(stage.rest, all);
	await activateWorkflow(stage.rest, triggered);
	await waitUntil('the trigger', async () => (await callBack({})) !== 404 || undefined, {
		timeoutMs: 60_000,
	});
}

async function callBack(body: object): Promise<number> {
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
	const answer = await fetch(triggerUrl, { method: 'POST', headers, body: JSON.stringify(body) });
	await answer.text();
	return answer.status;
}

describe('a service, its storage and callbacks that quote secrets', () => {
	test.each(spellings)('%s: who calls a webhook reads none', async (_, how) => {
		spell = how;
		const called = await callStreaming(`${stage.n8n.url}/webhook/${CALLS}`);
		await called.closed;
		for (const workflow of failing) {
			const id = await runWorkflow(stage.rest, workflow);
			expect(await waitForExecution(stage.rest, id, 30_000)).toMatchObject({ status: 'error' });
		}
		const echo = Object.values(secrets).slice(0, 3).map(how).join(' ');
		const status = await callBack({ ...recordWith(echo), request_id: `r-${Math.random()}` });

		expect(status).toBe(200);
		const read = JSON.stringify(called.chunks);
		expect(read).toContain('…');
		expect(search().in('stream', read)).toEqual([]);
	});

	test('the spellings are known', () => {
		expect(spellings).toHaveLength(SPELLED.length);
	});

	test('executions, log, database and files contain no 12 characters of one', async () => {
		const count = spellings.length;
		const stored: Buffer[] = [];
		for (const workflow of [all, triggered, ...failing]) {
			const ids = await executionIds(stage.rest, workflow);
			expect(ids).toHaveLength(count);
			for (const id of ids) {
				await waitForExecution(stage.rest, id, 30_000);
				stored.push(await stage.rest.bytes(`/rest/executions/${id}`));
			}
		}

		// Where not even the place of a secret is known, nothing of the storage's text is shown.
		const isRedacted = (data: Buffer) => data.includes('…') || data.includes('file (HTTP 403)');
		expect(stored.filter(isRedacted).length).toBe(stored.length);
		const inExecutions = stored.flatMap((data) => search().in('execution', data));
		expect([...inExecutions, ...(await search().inFolder(stage.userFolder))]).toEqual([]);
	});
});

function search() {
	return createSecretSearch(Object.entries(secrets).map(([name, value]) => ({ name, value })));
}
