import { decodePicture } from '../../../emulator/rendering/picture.mts';
import { executionIds, itemsOf, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { webhookUrl, type StoredWorkflow, type Workflow } from '../../../scripts/n8n/workflows.mts';
import { addExample, readExample, resultNode } from '../../../scripts/stage/examples.mts';
import { example } from '../../readme/readme.mts';
import { pictureByShell } from '../stage/exampleRuns.mts';
import { asFormFile, drawPhoto, toneDifference, type PhotoType } from '../stage/photos.mts';
import { openTestStage, projectFolder, type TestStage } from '../stage/testStage.mts';
import { postFiles } from '../stage/webhookCalls.mts';

const PHOTO_TYPES: readonly PhotoType[] = ['image/png', 'image/jpeg'];
const VISIBLE = 20;

let stage: TestStage;
let photos: Workflow;
let workflow: StoredWorkflow;
let url: string;

beforeAll(async () => {
	stage = await openTestStage();
	photos = await readExample(stage, projectFolder, 'edit-a-photo-through-a-webhook.json');
	workflow = await addExample(stage, photos);
	url = webhookUrl(stage.n8n.url, workflow) ?? '';
});

afterAll(() => stage?.close());

test.each(PHOTO_TYPES)('a photo of type %s is returned brighter, in its size', async (mimeType) => {
	const photo = drawPhoto(120, 80);

	const answer = await postFiles(url, [await asFormFile(photo, mimeType)]);

	expect(answer).toMatchObject({ status: 200, mimeType: 'image/png' });
	const picture = await decodePicture(answer.body);
	expect(picture).toMatchObject({ width: 120, height: 80 });
	expect(picture && toneDifference(picture, photo)).toBeGreaterThan(VISIBLE);
});

test('the photo was uploaded under its name, and the app got its URL', () => {
	const commits = stage.emulator.requests().filter(({ operation }) => operation === 'commit');
	expect(commits.map(({ body }) => body)).toEqual([
		{ name: 'photo.png', object_key: expect.stringMatching(/^inputs_temp\/.+\.png$/) },
		{ name: 'photo.jpg', object_key: expect.stringMatching(/^inputs_temp\/.+\.jpg$/) },
	]);
	const { object_key: key } = commits[0]?.body as { readonly object_key: string };
	expect(stage.emulator.tasks()[0]?.inputValues).toEqual({
		'18:LoadImage.image': `${stage.emulator.storageUrl}/${key}`,
		'27:LayerColor: Levels.channel': 'RGB',
		'27:LayerColor: Levels.gray_point': 60,
	});
});

test('the storage saw uploads and downloads, and never the API key', () => {
	const { emulator } = stage;
	const atStorage = emulator.requests().filter(({ host }) => host === 'storage');
	expect(atStorage.map(({ operation }) => operation)).toEqual(
		expect.arrayContaining(['put', 'download']),
	);
	expect(JSON.stringify(atStorage)).not.toContain(emulator.apiKey);
});

test('the item contains the image in "data"', async () => {
	const [id = ''] = await executionIds(stage.rest, workflow);
	const execution = await waitForExecution(stage.rest, id, 30_000);
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, resultNode(workflow))).toMatchObject([
		{ json: { status: 'Success' }, binary: { data: { mimeType: 'image/png' } } },
	]);
});

test('a request without a photo is answered with the reason, and nothing is charged', async () => {
	const paid = stage.emulator.tasks().length;

	const { status, body } = await postFiles(url, []);

	expect(status).toBe(422);
	expect(JSON.parse(body.toString('utf8'))).toEqual({
		error: expect.stringContaining('photo'),
		details: {
			kind: 'input',
			retryable: false,
			app_id: 56258,
			status: 'NotCreated',
			description: expect.stringContaining('The item has no files'),
		},
	});
	expect(stage.emulator.tasks()).toHaveLength(paid);
});

test.each([
	['no key', ''],
	['another key', 'not-this-one'],
])('a request with %s is refused, and nothing is uploaded', async (_, key) => {
	const before = stage.emulator.requests().length;

	const { status } = await postFiles(url, [await asFormFile(drawPhoto(9, 9), 'image/png')], key);

	expect(status).toBe(403);
	expect(stage.emulator.requests()).toHaveLength(before);
});

test('an example with a trigger is published when it is added, and then not changed', async () => {
	const { id, versionId } = workflow;

	expect(workflow.active).toBe(true);
	expect(await addExample(stage, photos)).toMatchObject({ id, versionId, active: true });
});

test("the README's curl commands return an image", async () => {
	const picture = await pictureByShell(stage, workflow, example('curl'));

	expect(picture).toMatchObject({ width: 200, height: 260 });
});
