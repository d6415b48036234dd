import axios from 'axios';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { executionIds } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	withCredential,
} from '../../../scripts/n8n/workflows.mts';
import { createSecretSearch, secretsOf } from '../../secrets/secretSearch.mts';
import { nextExecution } from '../stage/exampleRuns.mts';
import { projectFolder } from '../stage/testStage.mts';
import { GENUINE, openTriggerStage, TOKEN, type TriggerStage } from '../stage/triggerStage.mts';
import { triggeredWorkflow } from '../stage/triggerWorkflows.mts';

const NODE_TYPE = 'n8n-nodes-ai-app-tasks.aiAppTrigger';

let stage: TriggerStage;

beforeAll(async () => {
	stage = await openTriggerStage();
});

afterAll(() => stage?.close());

async function startsOf(requestId: string): Promise<number> {
	return (await stage.itemsStartedBy(requestId)).length;
}

test('a callback starts the workflow with the result and the custom headers of the task', async () => {
	const requestId = await stage.createTask();

	expect(await stage.triggeredBy(requestId)).toMatchObject({
		request_id: requestId,
		status: 'Success',
		outputs: [{ ok: true, mime_type: 'image/png' }],
		task_headers: { 'order-id': 'A 7' },
	});
});

test('simultaneous callbacks of a task start it once', async () => {
	stage.emulator.plan({ callback: { copies: 5, gapMs: 0 } }, { times: 1 });
	const requestId = await stage.createTask();
	await stage.triggeredBy(requestId);
	const delivered = () =>
		stage.emulator.deliveries().filter((each) => each.requestId === requestId);
	await waitUntil(
		'all copies to be answered',
		async () => delivered().filter(({ status }) => status === 200).length >= 5 || undefined,
		{ timeoutMs: 60_000 },
	);

	expect(await startsOf(requestId)).toBe(1);
});

test('the same callback, again and at the same time, starts it once', async () => {
	const requestId = await stage.createTask();
	await stage.triggeredBy(requestId);

	const answers = await Promise.all(
		Array.from({ length: 10 }, () => stage.post({ request_id: requestId }, GENUINE)),
	);

	expect(answers).toEqual(Array.from({ length: 10 }, () => 200));
	expect(await startsOf(requestId)).toBe(1);
});

const forwarded = { 'x-service-task-authorization': `Bearer ${TOKEN}` };
const wrong = { authorization: `Bearer ${TOKEN.replace(/^./, '-')}` };
const madeUp = { request_id: 'made-up', status: 'Success', outputs: [] };

test.each<[string, number, unknown, Readonly<Record<string, string>>]>([
	['without a token', 401, madeUp, {}],
	['with a wrong token', 401, madeUp, wrong],
	['about a task that the service does not know', 503, madeUp, GENUINE],
	['about such a task, with the token in the forwarded header', 503, madeUp, forwarded],
	['without a request id', 400, { hello: 'world' }, GENUINE],
	['with a list in place of the result', 400, [], GENUINE],
	['with nothing in it', 400, '', GENUINE],
	['that is no JSON', 422, '{"request_id": ', GENUINE],
	['that is no JSON by its type', 400, 'request_id', { ...GENUINE, 'content-type': 'a/b' }],
])('a callback %s is answered %i and starts nothing', async (_, status, body, headers) => {
	const before = (await executionIds(stage.rest, stage.triggered)).length;

	expect(await stage.post(body, headers)).toBe(status);

	expect((await executionIds(stage.rest, stage.triggered)).length).toBe(before);
});

test('n8n itself rejects a callback of more than 16 MB, and nothing starts', async () => {
	const before = (await executionIds(stage.rest, stage.triggered)).length;
	const body = JSON.stringify({ ...madeUp, padding: 'x'.repeat(17 * 1024 ** 2) });

	expect(await stage.post(body, GENUINE)).toBeGreaterThanOrEqual(400);

	expect((await executionIds(stage.rest, stage.triggered)).length).toBe(before);
});

test('a task of another account is answered 503 and starts nothing', async () => {
	stage.emulator.addFault({
		on: 'status',
		requestId: 'of-another',
		effect: { type: 'answer', status: 403, body: { code: 403, message: 'Not yours' } },
	});

	expect(await stage.post({ request_id: 'of-another', status: 'Success' }, GENUINE)).toBe(503);

	expect(await startsOf('of-another')).toBe(0);
});

test('a callback that arrives before the task is finished is requested again', async () => {
	stage.emulator.plan({ queuingMs: 300_000 }, { times: 1 });
	const requestId = await stage.createTask();

	expect(await stage.post({ request_id: requestId, status: 'Success' }, GENUINE)).toBe(503);
});

test("without a callback token anyone's calls are accepted, and the log says so", async () => {
	const { emulator, rest, n8n } = stage;
	const { data, ...draft } = stage.credentialDraft;
	const open = await saveCredential(rest, { ...draft, name: 'Without a token', data });
	const nodes = triggeredWorkflow.nodes.map((node) => ({ ...node, webhookId: 'open-to-anybody' }));
	const workflow = { ...triggeredWorkflow, name: 'Open', nodes };
	const stored = await createWorkflow(
		rest,
		withCredential(workflow, 'n8n-nodes-ai-app-tasks', open),
	);
	await activateWorkflow(rest, stored);
	const ended = emulator.tasks().find(({ status }) => status === 'Success')?.requestId;

	const url = `${n8n.url}/webhook/open-to-anybody/ai-app-task`;
	const answer = async () => (await axios.post(url, { request_id: ended }, ANY_STATUS)).status;
	const status = await waitUntil(
		'the trigger to listen',
		async () => [await answer()].find((code) => code !== 404),
		{ timeoutMs: 60_000 },
	);

	expect(status).toBe(200);
	expect(await nextExecution(stage, stored)).toMatchObject({ status: 'success' });
	expect(readFileSync(n8n.logFile, 'utf8')).toContain("has no 'Callback Token' in its credential");
});

const ANY_STATUS = { validateStatus: () => true };

test('n8n serves the schema of the trigger', async () => {
	const { data } = await axios.get<object>(`${stage.n8n.url}/schemas/${NODE_TYPE}/1.0.0.json`);

	const file = join(projectFolder, 'dist', 'nodes', 'AiApp', '__schema__', 'v1.0.0.json');
	expect(data).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});

test('executions, log, database and files contain neither the token nor the API key', async () => {
	const secrets = [{ name: 'callback token', value: TOKEN }, ...secretsOf(stage)];
	const search = createSecretSearch(secrets);
	const ids = await executionIds(stage.rest, stage.triggered);
	const stored = await Promise.all(ids.map((id) => stage.rest.bytes(`/rest/executions/${id}`)));
	expect(stored.length).toBeGreaterThanOrEqual(3);

	const findings = [
		...stored.flatMap((execution) => search.in('execution', execution)),
		...(await search.inFolder(stage.userFolder)),
	];

	expect(findings).toEqual([]);
	expect(JSON.stringify(stage.emulator.deliveries())).toMatch(/Bearer [0-9a-f]{64}"/);
});
