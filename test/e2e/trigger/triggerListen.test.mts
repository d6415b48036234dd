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
import { openEditor, type Editor } from '../stage/editor.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';
import { GENUINE, TOKEN } from '../stage/triggerStage.mts';
import {
	workflowWithCallback,
	triggeredWorkflow,
	triggerPath,
} from '../stage/triggerWorkflows.mts';

const PACKAGE = 'n8n-nodes-ai-app-tasks';

let stage: TestStage;
let editor: Editor;

beforeAll(async () => {
	stage = await openTestStage();
	stage.guard('callback token', TOKEN);
	const { data, ...draft } = stage.credentialDraft;
	await saveCredential(stage.rest, { ...draft, data: { ...data, callbackToken: TOKEN } });
	editor = await openEditor(stage);
});

afterAll(async () => {
	await editor?.close();
	await stage?.close();
});

const store = (workflow: Workflow) =>
	createWorkflow(stage.rest, withCredential(workflow, PACKAGE, stage.credential));

test('while the editor listens, the next callback to the Test URL runs the workflow in it', async () => {
	const triggered = await store(triggeredWorkflow);
	const testUrl = `${stage.n8n.url}/webhook-test/${triggerPath}`;
	const post = (body: object) =>
		axios.post(testUrl, body, { headers: GENUINE, validateStatus: () => true });
	expect((await post({ request_id: 'too-early' })).status).toBe(404);

	await editor.open(triggered);
	await editor.openNode('AI App Trigger');
	await editor.screenshot('trigger-panel');
	await editor.closeNode();
	await editor.executeWorkflow();
	// The service repeats callbacks that get 404, so they may arrive before the editor listens.
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
	await editor.screenshot('end-of-a-callback-that-the-editor-listened-for');
	// n8n listens for one call.
	expect((await post({ request_id: sent?.json['request_id'] })).status).toBe(404);
	expect(await executionIds(stage.rest, triggered)).toEqual([id]);
});
