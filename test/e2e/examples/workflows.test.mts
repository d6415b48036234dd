import { randomBytes } from 'node:crypto';
import axios from 'axios';
import { decodePicture } from '../../../emulator/rendering/picture.mts';
import {
	executionIds,
	itemsOf,
	readBinary,
	runWorkflow,
	waitForExecution,
} from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	createWorkflow,
	type Workflow,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.mts';
import {
	addExample,
	EXAMPLES,
	RECEIVING_EXAMPLE,
	readExample,
	resultNode,
} from '../../../scripts/stage/examples.mts';
import { nextExecution, openForm, peak, pictureOf, shoes } from '../stage/exampleRuns.mts';
import { readEnding, sendForm } from '../stage/forms.mts';
import { openTestStage, projectFolder, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';

const SIZE = { width: 512, height: 384 };
const GENERATING = 'generate-an-image.json';
/** Those that are run here. */
const SENDING = 'start-a-workflow-sender.json';
const ASKING = 'generate-an-image-from-a-form.json';
const PHOTO_WEBHOOK = 'edit-a-photo-through-a-webhook.json';
const MANY = 'edit-product-photos-in-bulk.json';
/** Run when n8n is killed, weekly. */
const PICKING_UP = 'recover-tasks-after-a-crash.json';
const FALLING_BACK = 'fall-back-to-another-app.json';
const WITH_FORM = [
	...[GENERATING, SENDING, ASKING, MANY, PICKING_UP, FALLING_BACK],
	// Those that have test files of their own.
	...['ai-agent-that-generates-images.json', 'approve-tasks-before-you-pay-for-them.json'],
	...[PHOTO_WEBHOOK, 'generate-images-for-mcp-clients.json'],
	...['generate-images-in-a-chat.json', 'generate-long-videos.json'],
	...['reuse-results-with-a-data-table.json', 'approve-tasks-in-slack.json'],
	...['edit-photos-in-a-telegram-bot.json', 'edit-woocommerce-product-photos.json'],
	...['generate-images-from-google-sheets.json', 'edit-a-photo-in-the-style-of-a-picture.json'],
	...['publish-videos-every-morning.json', 'generate-a-product-video-from-a-photo.json'],
	...['generate-scenes-and-merge-them.json', 'post-a-carousel-on-instagram.json'],
	...['post-on-linkedin-after-an-approval.json', 'generate-pictures-in-a-whatsapp-bot.json'],
];
const WITHOUT_FORM = [
	...[RECEIVING_EXAMPLE, 'archive-results-before-they-expire.json'],
	...['work-through-a-queue-create.json', 'work-through-a-queue-collect.json'],
	...['show-results-in-a-gallery.json', 'recover-results-when-a-workflow-fails.json'],
];

type FormField = { readonly id: string; readonly defaultValue?: unknown };

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS, randomBytes(24).toString('hex'));
});

afterAll(async () => {
	await stage?.close();
});

test('every example has a test', () => {
	expect([...WITH_FORM, ...WITHOUT_FORM].toSorted()).toEqual(
		EXAMPLES.map(({ file }) => file).toSorted(),
	);
});

test('the main example runs and returns its image', async () => {
	const { rest } = stage;
	const workflow = await createWorkflow(rest, await readExample(stage, projectFolder, GENERATING));

	const execution = await waitForExecution(rest, await runWorkflow(rest, workflow), 120_000);

	expect(await pictureOf(stage, execution, workflow)).toMatchObject(SIZE);
});

test('a task of one workflow starts the other, which downloads its image', async () => {
	const { rest } = stage;
	const receiver = await addExample(
		stage,
		await readExample(stage, projectFolder, RECEIVING_EXAMPLE),
	);
	expect(receiver.active).toBe(true);
	const example = await readExample(stage, projectFolder, SENDING);
	// It was added when n8n had another port.
	const earlier = JSON.stringify(example).replaceAll(stage.n8n.url, 'http://127.0.0.1:1');
	await createWorkflow(rest, JSON.parse(earlier) as Workflow);
	const sender = await addExample(stage, example);

	const sent = await waitForExecution(rest, await runWorkflow(rest, sender), 60_000);

	const [created] = itemsOf(sent, resultNode(sender));
	expect(Object.keys(created?.json ?? {}).toSorted()).toEqual(['app_id', 'app_name', 'request_id']);
	const id = await waitUntil('the callback', async () => (await executionIds(rest, receiver))[0], {
		timeoutMs: 90_000,
	});
	const started = await waitForExecution(rest, id, 60_000);
	expect(itemsOf(started, 'When Task Finishes')[0]?.json).toMatchObject({
		request_id: created?.json['request_id'],
		task_headers: { 'order-number': 'A-17' },
	});
	expect(await pictureOf(stage, started, receiver)).toMatchObject(SIZE);
});

test.each(WITH_FORM)('%s contains the form as the editor would load it now', async (file) => {
	const example = await readExample(stage, projectFolder, file);
	const nodes = example.nodes.filter(({ parameters }) => 'inputs' in parameters);

	expect(nodes).not.toEqual([]);
	for (const node of nodes) {
		const { inputs } = node.parameters as { readonly inputs: { readonly schema: unknown } };
		expect((await formOf(node)).map(withoutUrl)).toEqual(inputs.schema);
	}
});

async function formOf({ credentials, parameters, type, typeVersion }: WorkflowNode) {
	const { fields } = await stage.rest.call<{ readonly fields: readonly FormField[] }>(
		'POST',
		'/rest/dynamic-node-parameters/resource-mapper-fields',
		{
			nodeTypeAndVersion: { name: type, version: typeVersion },
			...{ currentNodeParameters: parameters, credentials },
			...{ path: 'parameters.inputs', methodName: 'getInputs' },
		},
	);
	return fields;
}

/** If a default is a file of the emulator, its URL is a different one at each start. */
function withoutUrl({ defaultValue, ...field }: FormField): FormField {
	return String(defaultValue).startsWith('http://') ? field : { ...field, defaultValue };
}

test('the prompt reaches the service resolved, the other inputs as numbers and words', async () => {
	const [task] = stage.emulator.tasks();
	expect(task?.inputValues).toMatchObject({
		'6:CLIPTextEncode.text': 'A lighthouse on a cliff at dawn, gulls above the sea',
		'3:KSampler.sampler_name': 'euler',
		'28:EmptyLatentImage.width': 512,
		'30:Seed (rgthree).seed': -1,
	});
});

test('submitting a prompt in the form shows the image and downloads it', async () => {
	const { workflow, url } = await openForm(stage, ASKING);

	const next = await sendForm(url, 'A red fox in the snow');

	const { status } = await nextExecution(stage, workflow);
	expect(status).toBe('waiting');
	const { file, images } = await readEnding(next ?? '');
	const task = stage.emulator.tasks().at(-1);
	expect(task?.inputValues).toMatchObject({ '6:CLIPTextEncode.text': 'A red fox in the snow' });
	expect(file?.fileName).toBe(`${task?.requestId}_1.png`);
	expect(await decodePicture(file?.content ?? Buffer.of())).toMatchObject(SIZE);
	const [shown = '', ...others] = images;
	expect(others).toEqual([]);
	const { data } = await axios.get<ArrayBuffer>(shown, { responseType: 'arraybuffer' });
	expect(await decodePicture(Buffer.from(data))).toMatchObject(SIZE);
});

test('the reason on the last page of the form is text, whatever the service writes', async () => {
	const { workflow, url } = await openForm(stage, ASKING);
	const before = await executionIds(stage.rest, workflow);
	const errorMessage = 'Out of paint &lt;img src=//evil.example/a.png&gt; &';
	stage.emulator.plan({ outcome: 'Failed', errorMessage }, { times: 1 });

	const next = await sendForm(url, 'A red fox in the snow');

	await nextExecution(stage, workflow, before);
	const { text, images } = await readEnding(next ?? '');
	expect(text).toContain('Out of paint &amp;lt;img src=//evil.example/a.png&amp;gt; &amp;');
	expect(images).toEqual([]);
});

test('many product photos are processed at the same time and returned in order', async () => {
	const { rest, emulator } = stage;
	const before = emulator.tasks().length;
	emulator.plan({ runningMs: 8_000 }, { times: 20 });
	const { workflow, url } = await openForm(stage, MANY);
	const widths = Array.from({ length: 21 }, (_, n) => 40 + n);

	await sendForm(url, await shoes(widths));

	const execution = await nextExecution(stage, workflow);
	expect(execution.error).toBeUndefined();
	// n8n returns files of a form in the order in which it has written them to its disk.
	const given = itemsOf(execution, 'Split Photos into Items').map(({ binary }) =>
		Object.values(binary ?? {}).map(({ fileName }) => fileName),
	);
	const items = itemsOf(execution, 'List Edited Photos');
	expect(items.map(({ json }) => [json['photo']])).toEqual(given);
	const pictures = items.map(async ({ json, binary }) => {
		const record = binary?.['data'];
		const picture = record && (await decodePicture(await readBinary(rest, record)));
		expect(json['photo']).toBe(`shoe-${picture?.width}.png`);
		return picture?.width;
	});
	expect((await Promise.all(pictures)).toSorted()).toEqual(widths);
	expect(peak(emulator.tasks().slice(before))).toBeGreaterThan(10);
	expect(peak(emulator.tasks().slice(before))).toBeLessThanOrEqual(20);
});

test('a photo that fails is returned with its name and the reason', async () => {
	const { workflow, url } = await openForm(stage, MANY);
	const before = await executionIds(stage.rest, workflow);
	stage.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of paint' }, { times: 1 });

	await sendForm(url, await shoes([40]));

	const execution = await nextExecution(stage, workflow, before);
	expect(itemsOf(execution, 'List Edited Photos')).toEqual([]);
	expect(itemsOf(execution, 'List Failed Photos').map(({ json }) => json)).toEqual([
		{
			...{ photo: 'shoe-40.png', request_id: stage.emulator.tasks().at(-1)?.requestId },
			reason: expect.stringContaining('Out of paint'),
			what_to_do: expect.stringContaining('You may be charged.'),
		},
	]);
});

test.each([ASKING, MANY])('%s shows no form to a stranger, and takes none', async (file) => {
	const { workflow, url } = await openForm(stage, file);
	const before = await executionIds(stage.rest, workflow);
	const options = { validateStatus: () => true };
	const shown = async () => {
		const { status } = await axios.get(url, options);
		return status === 404 ? undefined : status;
	};

	expect(await waitUntil('the form', shown, { timeoutMs: 30_000 })).toBe(401);
	expect(await axios.postForm(url, { 'field-0': 'x' }, options)).toMatchObject({ status: 401 });
	expect(await executionIds(stage.rest, workflow)).toEqual(before);
});

test('a task that is queued for too long is canceled, and another app runs instead', async () => {
	const { rest, emulator } = stage;
	const read = await readExample(stage, projectFolder, FALLING_BACK);
	const nodes = read.nodes.map(({ parameters, ...node }) =>
		'options' in parameters && node.name === 'Generate Image'
			? { ...node, parameters: { ...parameters, options: { maxQueueMinutes: 0.1 } } }
			: { ...node, parameters },
	);
	const workflow = await createWorkflow(rest, { ...read, nodes });
	const before = emulator.tasks().length;
	emulator.plan({ queuingMs: 600_000 }, { times: 1 });

	const execution = await waitForExecution(rest, await runWorkflow(rest, workflow), 120_000);

	const [first, second, ...others] = emulator.tasks().slice(before);
	expect(first?.stop).toMatchObject({ by: 'cancel' });
	expect(second?.inputValues['6:CLIPTextEncode.text']).toBe(
		first?.inputValues['6:CLIPTextEncode.text'],
	);
	expect(others).toEqual([]);
	expect(await pictureOf(stage, execution, workflow)).toMatchObject(SIZE);
	expect(itemsOf(execution, 'Use the Image (Replace Me)')).toHaveLength(1);
	expect(itemsOf(execution, 'List Failed Tasks (Replace Me)')).toEqual([]);
});
