import { decodePicture } from '../../emulator/rendering/picture.mts';
import {
	executionIds,
	itemsOf,
	readBinary,
	runWorkflow,
	waitForExecution,
	type Execution,
} from '../../scripts/n8n/executions.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import { createWorkflow, type StoredWorkflow } from '../../scripts/n8n/workflows.mts';
import {
	addExample,
	exampleFiles,
	NOTIFIED_EXAMPLE,
	readExample,
	resultNode,
} from '../../scripts/stage/examples.mts';
import type { Stage } from '../../scripts/stage/stage.mts';
import { openTestStage, projectFolder } from './testStage.mts';

const PICTURES = [{ file: 'text-to-picture.json', width: 512, height: 384 }];
/** Those that are run in test files of their own. */
const LISTENING = 'photo-in-picture-out.json';
const SLEEPING = 'long-video-no-worker-held.json';
const NOTIFYING = 'notify-another-workflow-sender.json';
const WITH_FORM = [LISTENING, SLEEPING, NOTIFYING, ...PICTURES.map(({ file }) => file)];

type FormField = { readonly id: string; readonly defaultValue?: unknown };

let stage: Stage;

beforeAll(async () => {
	stage = await openTestStage();
});

afterAll(() => stage?.close());

test('no example goes without a test', () => {
	expect([...WITH_FORM, NOTIFIED_EXAMPLE].toSorted()).toEqual(exampleFiles(projectFolder));
});

test.each(PICTURES)('$file runs and yields its picture', async ({ file, width, height }) => {
	const { rest } = stage;
	const workflow = await createWorkflow(rest, await readExample(stage, projectFolder, file));

	const execution = await waitForExecution(rest, await runWorkflow(rest, workflow), 120_000);

	expect(await pictureOf(execution, workflow)).toMatchObject({ width, height });
});

/** The picture that an execution ended with, under the name of its task. */
async function pictureOf(execution: Execution, workflow: StoredWorkflow) {
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	const items = itemsOf(execution, resultNode(workflow));
	expect(items).toHaveLength(1);
	expect(items[0]?.json).toMatchObject({ status: 'Success' });
	const record = items[0]?.binary?.['data'];
	if (record === undefined) throw new Error('The item holds no file in "data".');
	expect(record.mimeType).toBe('image/png');
	expect(record.fileName).toBe(`${items[0]?.json['request_id']}_1.png`);
	return decodePicture(await readBinary(stage.rest, record));
}

test('a task that one workflow creates starts the other, which fetches its picture', async () => {
	const { rest } = stage;
	const receiver = await addExample(
		stage,
		await readExample(stage, projectFolder, NOTIFIED_EXAMPLE),
	);
	expect(receiver.active).toBe(true);
	const sender = await createWorkflow(rest, await readExample(stage, projectFolder, NOTIFYING));

	const sent = await waitForExecution(rest, await runWorkflow(rest, sender), 60_000);

	const [created] = itemsOf(sent, resultNode(sender));
	expect(created?.json).toEqual({ request_id: expect.any(String), app_id: 54663 });
	const id = await waitUntil('the callback', async () => (await executionIds(rest, receiver))[0], {
		timeoutMs: 90_000,
	});
	const started = await waitForExecution(rest, id, 60_000);
	expect(itemsOf(started, 'AI App Trigger')[0]?.json).toMatchObject({
		request_id: created?.json['request_id'],
		metadata: { 'order-number': 'A-17' },
	});
	expect(await pictureOf(started, receiver)).toMatchObject({ width: 512, height: 384 });
});

test.each(WITH_FORM)('%s holds the form as the editor would draw it now', async (file) => {
	const example = await readExample(stage, projectFolder, file);
	const node = example.nodes.find(({ parameters }) => 'inputs' in parameters);
	const { inputs } = node?.parameters as { readonly inputs: { readonly schema: unknown } };

	const { fields } = await stage.rest.call<{ readonly fields: readonly FormField[] }>(
		'POST',
		'/rest/dynamic-node-parameters/resource-mapper-fields',
		{
			nodeTypeAndVersion: { name: node?.type, version: node?.typeVersion },
			currentNodeParameters: node?.parameters,
			credentials: node?.credentials,
			path: 'parameters.inputs',
			methodName: 'getInputs',
		},
	);

	expect(fields.map(withoutAddress)).toEqual(inputs.schema);
});

/** Where a default is a file of the emulator, its address is another one at each start. */
function withoutAddress({ defaultValue, ...field }: FormField): FormField {
	return String(defaultValue).startsWith('http://') ? field : { ...field, defaultValue };
}

test('an example that listens is published when it is added, and then left as it is', async () => {
	const example = await readExample(stage, projectFolder, LISTENING);

	const added = await addExample(stage, example);

	expect(added.active).toBe(true);
	const { id, versionId } = added;
	expect(await addExample(stage, example)).toMatchObject({ id, versionId, active: true });
});

test('the prompt reaches the service resolved, the other inputs as numbers and words', async () => {
	expect(stage.emulator.tasks().at(-1)?.inputValues).toMatchObject({
		'6:CLIPTextEncode.text': 'A lighthouse on a cliff at dawn, gulls above the sea',
		'3:KSampler.sampler_name': 'euler',
		'28:EmptyLatentImage.width': 512,
		'30:Seed (rgthree).seed': -1,
	});
});
