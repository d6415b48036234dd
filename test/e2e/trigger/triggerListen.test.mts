import axios from 'axios';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import {
	executionIds,
	itemsOf,
	runWorkflow,
	waitForExecution,
} from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { createWorkflow, withCredential, type Workflow } from '../../../scripts/n8n/workflows.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';
import { GENUINE, TOKEN } from '../stage/triggerStage.mts';
import {
	workflowWithCallback,
	triggeredWorkflow,
	triggerPath,
} from '../stage/triggerWorkflows.mts';

const PACKAGE = 'n8n-nodes-ai-app-tasks';

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage();
	stage.guard('callback token', TOKEN);
	const { data, ...draft } = stage.credentialDraft;
	await saveCredential(stage.rest, { ...draft, data: { ...data, callbackToken: TOKEN } });
});

afterAll(() => stage?.close());

const store = (workflow: Workflow) =>
	createWorkflow(stage.rest, withCredential(workflow, PACKAGE, stage.credential));

test('while the editor listens, the next callback to the Test URL runs the workflow in it', async () => {
	const triggered = await store(triggeredWorkflow);
	const testUrl = `${stage.n8n.url}/webhook-test/${triggerPath}`;
	const post = (body: object) =>
		axios.post(testUrl, body, { headers: GENUINE, validateStatus: () => true });
	expect((await post({ request_id: 'too-early' })).status).toBe(404);

	// What the editor's button sends.
	const listening = await stage.rest.call('POST', `/rest/workflows/${triggered.id}/run`, {
		...{ workflowData: triggered, startNodes: [] },
		triggerToStartFrom: { name: 'AI App Trigger' },
	});
	expect(listening).toEqual({ waitingForWebhook: true });
	const sender = await runWorkflow(stage.rest, await store(workflowWithCallback(testUrl)));
	const [sent] = itemsOf(await waitForExecution(stage.rest, sender, 60_000), 'Run App');

	const id = await waitUntil(
		'the workflow to run',
		async () => (await executionIds(stage.rest, triggered))[0],
		{ timeoutMs: 90_000 },
	);
	const [item] = itemsOf(await waitForExecution(stage.rest, id, 60_000), 'AI App Trigger');
	expect(item?.json).toMatchObject({
		request_id: sent?.json['request_id'],
		status: 'Success',
		task_headers: { 'order-id': 'A 7' },
	});
	// n8n listens for one call.
	expect((await post({ request_id: sent?.json['request_id'] })).status).toBe(404);
	expect(await executionIds(stage.rest, triggered)).toEqual([id]);
});
