import { executionIds, itemsOf } from '../../../scripts/n8n/executions.mts';
import { nextExecution, openForm } from '../stage/exampleRuns.mts';
import { readEnding, sendFields } from '../stage/forms.mts';
import { asFormFile, drawPhoto } from '../stage/photos.mts';
import { openTestStage, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';

const EXAMPLE = 'generate-a-product-video-from-a-photo.json';
const SCENE = 'The shoe turns slowly on a stone';

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
});

afterAll(() => stage?.close());

/** Sends a photo, a style picture and a scene; returns the URL of the form's last page. */
async function order(url: string): Promise<string> {
	const [photo, style] = await Promise.all([
		asFormFile(drawPhoto(90, 60), 'image/png'),
		asFormFile(drawPhoto(40, 70), 'image/jpeg'),
	]);
	return (await sendFields(url, [photo, style, SCENE])) ?? '';
}

test('a photo and a style picture become a video, and only the two files are uploaded', async () => {
	const { workflow, url } = await openForm(stage, EXAMPLE);

	const ending = await order(url);

	const execution = await nextExecution(stage, workflow);
	expect(execution.error).toBeUndefined();
	const [styling, filming, ...others] = stage.emulator.tasks();
	expect(others).toEqual([]);
	expect(styling?.appId).toBe(57108);
	const [styled] = itemsOf(execution, 'Style Photo');
	expect(styled?.binary).toBeUndefined();
	expect(filming).toMatchObject({
		appId: 57109,
		inputValues: { '4:LoadImage.image': styled?.json['url'], '6:CLIPTextEncode.text': SCENE },
	});
	const uploads = stage.emulator.requests().filter(({ operation }) => operation === 'put');
	expect(uploads).toHaveLength(2);
	const { file, images } = await readEnding(ending);
	expect(file?.content.subarray(4, 8).toString()).toBe('ftyp');
	expect(images).toEqual([itemsOf(execution, 'Generate Video')[0]?.json['url']]);
});

test.each([
	['photo', 57108, 1],
	['video', 57109, 2],
])('if the %s fails, the last page says why', async (_, appId, paid) => {
	const { workflow, url } = await openForm(stage, EXAMPLE);
	const before = await executionIds(stage.rest, workflow);
	const tasks = stage.emulator.tasks().length;
	const failing = { outcome: 'Failed', errorMessage: 'Out of paint &lt;b&gt;' } as const;
	stage.emulator.plan(failing, { times: 1, appId });

	const ending = await order(url);

	await nextExecution(stage, workflow, before);
	expect((await readEnding(ending)).text).toContain('Out of paint &amp;lt;b&amp;gt;');
	expect(stage.emulator.tasks()).toHaveLength(tasks + paid);
});
