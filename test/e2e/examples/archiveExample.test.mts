import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { decodePicture } from '../../../emulator/rendering/picture.mts';
import { saveCredential, type Credential } from '../../../scripts/n8n/credentials.mts';
import {
	executionIds,
	itemsOf,
	waitForExecution,
	type Execution,
} from '../../../scripts/n8n/executions.mts';
import {
	activateWorkflow,
	createWorkflow,
	deactivateWorkflow,
	type Workflow,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { nextExecution } from '../stage/exampleRuns.mts';
import { chain, items, runApp, start, type NodeDraft } from '../stage/pauseWorkflows.mts';
import { begin, ended, jsonOf } from '../stage/pausing.mts';
import { openTestStage, projectFolder, type TestStage } from '../stage/testStage.mts';

const ARCHIVING = 'archive-results-before-they-expire.json';
const BUCKET = 'ai-app-results';
const TABLE = { __rl: true, mode: 'name', value: 'AI App Results' };
const FAILED = 'List Failed Results (Replace Me)';

const directory = mkdtempSync(join(tmpdir(), 's3-archive-'));
const bucket = new S3rver({
	...{ address: '127.0.0.1', port: 0, silent: true, directory },
	configureBuckets: [{ name: BUCKET }],
});
let endpoint: string;
let stage: TestStage;
let storage: Credential;
let example: Workflow;

beforeAll(async () => {
	stage = await openTestStage();
	endpoint = `http://127.0.0.1:${(await bucket.run()).port}`;
	const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
	const data = { endpoint, region: 'us-east-1', forcePathStyle: true, ...key };
	storage = await saveCredential(stage.rest, { name: 'Archive', type: 's3', data });
	example = await readExample(stage, projectFolder, ARCHIVING);
});

afterAll(async () => {
	await bucket.close();
	rmSync(directory, { recursive: true, force: true });
	await stage?.close();
});

/** A node of the table, as users have it in the workflows that create tasks. */
function row(name: string, value: object): NodeDraft {
	const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
	const parameters = { resource: 'row', operation: 'insert', dataTableId: TABLE, columns };
	return { name, type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, parameters };
}

const inDays = (days: string) => `={{ $now.plus({ days: ${days} }).toISO() }}`;

/** Creates the table, and one task for each item, whose files expire in 2, 12, 22 ... days. */
async function createResults(count: number): Promise<readonly string[]> {
	const table = example.nodes.find(({ name }) => name === 'Create Table') as WorkflowNode;
	const value = {
		request_id: '={{ $json.request_id }}',
		expires_at: inDays("2 + 10 * $('Upstream').item.json.n"),
	};
	const run = runApp('Run App', { downloadFiles: false });
	const id = await begin(
		stage,
		chain('Fill', start, table, items(count), run, row('Save Result', value)),
	);
	const execution = await ended(stage, id);
	expect(execution.error).toBeUndefined();
	return jsonOf(execution, 'Run App').map(({ request_id }) => String(request_id));
}

/** Publishes the example with a day of a second, until it has run once. */
async function archive(): Promise<Execution> {
	const nodes = example.nodes.map((node) => {
		if (node.name === 'Save File')
			return { ...node, credentials: { s3: { id: storage.id, name: storage.name } } };
		const rule = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
		return node.name === 'When the Day Begins' ? { ...node, parameters: { rule } } : node;
	});
	const workflow = await createWorkflow(stage.rest, { ...example, nodes });
	await activateWorkflow(stage.rest, workflow);
	const execution = await nextExecution(stage, workflow);
	await deactivateWorkflow(stage.rest, workflow);
	for (const id of await executionIds(stage.rest, workflow))
		await waitForExecution(stage.rest, id, 60_000);
	return execution;
}

async function archived(requestId: string | undefined) {
	const answer = await fetch(`${endpoint}/${BUCKET}/${requestId}_1.png`);
	return answer.ok ? decodePicture(Buffer.from(await answer.arrayBuffer())) : answer.status;
}

test('files that expire within three days are saved, others are not', async () => {
	const [soon, later] = await createResults(2);

	const execution = await archive();

	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'Get Files').map(({ json }) => json['request_id'])).toContain(soon);
	expect(await archived(soon)).toMatchObject({ width: 512 });
	expect(await archived(later)).toBe(404);
	expect(stage.emulator.tasks()).toHaveLength(2);
});

test('a result that cannot be read is listed, and the others are saved', async () => {
	const [saved] = await createResults(1);
	const lost = row('Save Result', { request_id: 'nowhere', expires_at: inDays('1') });
	await ended(stage, await begin(stage, chain('Lost', start, lost)));

	const execution = await archive();

	expect(execution.status).toBe('success');
	expect(await archived(saved)).toMatchObject({ width: 512 });
	const runs = execution.runs[FAILED]?.flatMap(({ data }) => data?.main?.[0] ?? []) ?? [];
	expect(JSON.stringify(runs)).toContain('nowhere');
});
