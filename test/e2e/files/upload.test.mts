import axios from 'axios';
import { itemsOf, runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import {
	activateWorkflow,
	createWorkflow,
	webhookUrl,
	withCredential,
	type StoredWorkflow,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.mts';
import { asFormFile, drawPhoto } from '../stage/photos.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';
import { postFiles } from '../stage/webhookCalls.mts';

const PACKAGE_NAME = 'n8n-nodes-ai-app-tasks';

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage();
});

afterAll(() => stage?.close());

type NodeSetup = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'webhookId'>;

/** Stores a trigger and, behind it, File: Upload with these parameters. */
function storeUploadAfter(
	trigger: NodeSetup,
	parameters: WorkflowNode['parameters'],
): Promise<StoredWorkflow> {
	const first = { ...trigger, id: 'first', name: 'Trigger', position: [0, 0] } as const;
	const upload = {
		id: 'upload',
		name: 'AI App',
		type: `${PACKAGE_NAME}.aiApp`,
		typeVersion: 1,
		position: [220, 0],
		parameters: { resource: 'file', operation: 'upload', ...parameters },
	} as const;
	const workflow = {
		name: `Upload after ${trigger.type}`,
		nodes: [first, upload],
		connections: { Trigger: { main: [[{ node: 'AI App', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
	return createWorkflow(stage.rest, withCredential(workflow, PACKAGE_NAME, stage.credential));
}

async function download(url: string): Promise<Buffer> {
	return (await axios.get<Buffer>(url, { responseType: 'arraybuffer' })).data;
}

test('a file that was sent to a webhook is uploaded, and its URL leads to it', async () => {
	const workflow = await storeUploadAfter(
		{
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2.1,
			// Without it n8n 1.x makes the path longer.
			webhookId: 'upload',
			parameters: { httpMethod: 'POST', path: 'upload', responseMode: 'lastNode', options: {} },
		},
		{ fileSource: 'binary', inputField: 'photo' },
	);
	await activateWorkflow(stage.rest, workflow);
	const photo = await asFormFile(drawPhoto(60, 40), 'image/jpeg');

	const answer = await postFiles(webhookUrl(stage.n8n.url, workflow) ?? '', [photo]);

	expect(answer.status).toBe(200);
	const item = JSON.parse(answer.body.toString('utf8')) as { readonly url: string };
	expect(item).toEqual({
		id: expect.any(Number),
		name: 'photo.jpg',
		ext: '.jpg',
		url: expect.stringContaining(stage.emulator.storageUrl),
	});
	expect(photo.content.equals(await download(item.url))).toBe(true);
});

test("a file at a public URL is uploaded, and the item doesn't contain it", async () => {
	const sample = `${stage.emulator.storageUrl}/samples/landscape.png`;
	const workflow = await storeUploadAfter(
		{ type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{ fileSource: 'url', fileUrl: sample },
	);

	const id = await runWorkflow(stage.rest, workflow);
	const execution = await waitForExecution(stage.rest, id, 60_000);

	expect(execution.error).toBeUndefined();
	const [item] = itemsOf(execution, 'AI App');
	expect(item?.json).toEqual({
		id: expect.any(Number),
		name: 'landscape.png',
		ext: '.png',
		url: expect.stringContaining('/inputs_temp/'),
	});
	expect(item?.binary).toBeUndefined();
	const [uploaded, original] = [await download(String(item?.json['url'])), await download(sample)];
	expect(uploaded.equals(original)).toBe(true);
});
