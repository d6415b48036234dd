import { createHmac } from 'node:crypto';
import axios from 'axios';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { executionIds, runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { activateWorkflow, type StoredWorkflow } from '../../../scripts/n8n/workflows.mts';
import { nextExecution } from '../stage/exampleRuns.mts';
import { chain, store } from '../stage/pauseWorkflows.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';
import { TOKEN } from '../stage/triggerStage.mts';
import {
	workflowWithCallback,
	triggeredWorkflow,
	triggerPath,
} from '../stage/triggerWorkflows.mts';

const ANY_STATUS = { validateStatus: () => true };

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage();
	stage.guard('callback token', TOKEN);
	const { data, ...draft } = stage.credentialDraft;
	await saveCredential(stage.rest, { ...draft, data: { ...data, callbackToken: TOKEN } });
});

afterAll(() => stage?.close());

/** Publishes a workflow that starts with a call of this URL. */
async function publish(workflow: StoredWorkflow, url: string): Promise<string> {
	await activateWorkflow(stage.rest, workflow);
	await waitUntil(
		'the workflow to listen',
		async () => (await axios.post(url, {}, ANY_STATUS)).status !== 404 || undefined,
		{ timeoutMs: 60_000 },
	);
	return url;
}

/** Creates a task that reports to `url`; the Authorization that the service called it with. */
async function authorizationFor(url: string): Promise<string> {
	const sender = await store(stage, workflowWithCallback(url));
	await waitForExecution(stage.rest, await runWorkflow(stage.rest, sender), 60_000);
	return waitUntil(
		'the service to have called',
		async () =>
			stage.emulator
				.deliveries()
				.find((delivery) => delivery.url === url && delivery.status === 200)?.headers[
				'Authorization'
			],
		{ timeoutMs: 90_000 },
	);
}

test('a trigger accepts the token for its own URL', async () => {
	const url = `${stage.n8n.url}/webhook/${triggerPath}`;
	const workflow = await store(stage, triggeredWorkflow);
	await publish(workflow, url);

	const authorization = await authorizationFor(url);

	expect(authorization).toBe(`Bearer ${createHmac('sha256', TOKEN).update(url).digest('hex')}`);
	expect(await nextExecution(stage, workflow)).toMatchObject({ status: 'success' });
	expect(await executionIds(stage.rest, workflow)).toHaveLength(1);
});

test('it also accepts the token if the URL was pasted with a slash and a query', async () => {
	const authorization = await authorizationFor(`${stage.n8n.url}/webhook/${triggerPath}/?a=1`);

	expect(authorization).toMatch(/^Bearer [0-9a-f]{64}$/);
});

test('a trigger rejects a token that was sent to a Webhook node of the same n8n instance', async () => {
	const webhook = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: 'bbbbbbbb-0000-4000-8000-000000000002',
		parameters: { httpMethod: 'POST', path: 'mine', options: {} },
	};
	const workflow = await store(stage, chain('Shows what it is sent', webhook));
	const url = await publish(workflow, `${stage.n8n.url}/webhook/mine`);

	const authorization = await authorizationFor(url);

	expect(authorization).toMatch(/^Bearer [0-9a-f]{64}$/);
	expect(authorization).not.toContain(TOKEN);
	const trigger = `${stage.n8n.url}/webhook/${triggerPath}`;
	const headers = { authorization };
	const answer = await axios.post(trigger, { request_id: 'a' }, { headers, ...ANY_STATUS });
	expect(answer.status).toBe(401);
});
