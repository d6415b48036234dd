import { saveCredential } from '../../scripts/n8n/credentials.mts';
import {
	executionIds,
	itemsOf,
	runWorkflow,
	waitForExecution,
} from '../../scripts/n8n/executions.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	withCredential,
	type StoredWorkflow,
} from '../../scripts/n8n/workflows.mts';
import { openTestStage, type TestStage } from './testStage.mts';
import { notifyingWorkflow, triggeredWorkflow, triggerPath } from './triggerWorkflows.mts';

const PACKAGE = 'n8n-nodes-ai-app-tasks';
const TOKEN = 'callback-token-0123456789';

let stage: TestStage;
let triggered: StoredWorkflow;
let url: string;

beforeAll(async () => {
	stage = await openTestStage();
	const { data, ...draft } = stage.credentialDraft;
	await saveCredential(stage.rest, { ...draft, data: { ...data, callbackToken: TOKEN } });
	triggered = await createWorkflow(
		stage.rest,
		withCredential(triggeredWorkflow, PACKAGE, stage.credential),
	);
	await activateWorkflow(stage.rest, triggered);
	url = `${stage.n8n.url}/webhook/${triggerPath}`;
	await waitUntil(
		'the trigger to listen',
		async () => ((await post({})) === 404 ? undefined : true),
		{ timeoutMs: 30_000 },
	);
});

afterAll(() => stage.close());

async function post(body: object, headers: Record<string, string> = {}): Promise<number> {
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});
	return answer.status;
}

const genuine = { authorization: `Bearer ${TOKEN}` };

/** Creates a task with a callback to the trigger and returns its id. */
async function notify(): Promise<string> {
	const workflow = withCredential(notifyingWorkflow(url), PACKAGE, stage.credential);
	const id = await runWorkflow(stage.rest, await createWorkflow(stage.rest, workflow));
	const [item] = itemsOf(await waitForExecution(stage.rest, id, 30_000), 'Run App');
	return String(item?.json['request_id']);
}

/** The items that a task has started the workflow with. */
async function itemsStartedBy(requestId: string) {
	const ids = await executionIds(stage.rest, triggered);
	const executions = await Promise.all(ids.map((id) => waitForExecution(stage.rest, id, 10_000)));
	return executions
		.flatMap((execution) => itemsOf(execution, 'AI App Trigger'))
		.filter(({ json }) => json['request_id'] === requestId)
		.map(({ json }) => json);
}

async function startsOf(requestId: string): Promise<number> {
	return (await itemsStartedBy(requestId)).length;
}

function triggeredBy(requestId: string) {
	return waitUntil(
		'the callback to start the workflow',
		async () => (await itemsStartedBy(requestId))[0],
		{ timeoutMs: 40_000 },
	);
}

test('a callback starts the workflow with the result and the headers that travelled along', async () => {
	const requestId = await notify();

	expect(await triggeredBy(requestId)).toMatchObject({
		request_id: requestId,
		status: 'Success',
		outputs: [{ ok: true, mime_type: 'image/png' }],
		metadata: { 'order-id': 'A 7' },
	});
});

test('callbacks of a task that come at the same moment start it once', async () => {
	stage.emulator.plan({ callback: { copies: 5, gapMs: 0 } }, { times: 1 });
	const requestId = await notify();
	await triggeredBy(requestId);
	const delivered = () =>
		stage.emulator.deliveries().filter((each) => each.requestId === requestId);
	await waitUntil(
		'all copies to be answered',
		async () => delivered().filter(({ status }) => status === 200).length >= 5 || undefined,
		{ timeoutMs: 20_000 },
	);

	expect(await startsOf(requestId)).toBe(1);
});

test('the same callback, again and at the same time, starts it once', async () => {
	const requestId = await notify();
	await triggeredBy(requestId);

	const answers = await Promise.all(
		Array.from({ length: 10 }, () => post({ request_id: requestId }, genuine)),
	);

	expect(answers).toEqual(Array.from({ length: 10 }, () => 200));
	expect(await startsOf(requestId)).toBe(1);
});

test.each([
	['without a token', 401, {}],
	['with a wrong token', 401, { authorization: 'Bearer callback-token-9876543210' }],
	['about a task that the service does not know', 503, genuine],
	[
		'about such a task, with the token in the forwarded header',
		503,
		{ 'x-service-task-authorization': `Bearer ${TOKEN}` },
	],
])('a callback %s is answered %i and starts nothing', async (_, status, headers) => {
	const before = (await executionIds(stage.rest, triggered)).length;

	expect(await post({ request_id: 'made-up', status: 'Success', outputs: [] }, headers)).toBe(
		status,
	);
	expect((await executionIds(stage.rest, triggered)).length).toBe(before);
});

test('a body without a request id is answered 400', async () => {
	expect(await post({ hello: 'world' }, genuine)).toBe(400);
});

test('a callback that comes before the task has ended is asked for again', async () => {
	stage.emulator.plan({ queuingMs: 60_000 }, { times: 1 });
	const requestId = await notify();

	expect(await post({ request_id: requestId, status: 'Success' }, genuine)).toBe(503);
});
