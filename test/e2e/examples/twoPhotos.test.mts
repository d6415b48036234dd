import { decodePicture, type Picture } from '../../../emulator/rendering/picture.mts';
import { itemsOf, readBinary, runWorkflow, type Item } from '../../../scripts/n8n/executions.mts';
import { nextExecution, openForm } from '../stage/exampleRuns.mts';
import { readEnding, sendFields } from '../stage/forms.mts';
import { asFormFile, drawPhoto, toneDifference } from '../stage/photos.mts';
import { chain, start, store, type NodeDraft } from '../stage/pauseWorkflows.mts';
import { ended } from '../stage/pausing.mts';
import { openTestStage, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';

const STYLING = 'edit-a-photo-in-the-style-of-a-picture.json';
const PHOTO = drawPhoto(90, 60);
const STYLE = red(40, 70);

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
});

afterAll(() => stage?.close());

function red(width: number, height: number): Picture {
	const picture = drawPhoto(width, height);
	const { data } = picture.bitmap;
	for (let at = 0; at < data.length; at += 4) data.set([220, 20, 20], at);
	return picture;
}

async function pictureIn(item: Item | undefined, field: string): Promise<Picture> {
	const record = item?.binary?.[field];
	const picture = record && (await decodePicture(await readBinary(stage.rest, record)));
	if (!picture) throw new Error(`There is no picture in "${field}".`);
	return picture;
}

test('the form of the example takes a photo and a style picture, and one app edits the one with the other', async () => {
	const { workflow, url } = await openForm(stage, STYLING);
	const [photo, style] = await Promise.all([
		asFormFile(PHOTO, 'image/png'),
		asFormFile(STYLE, 'image/png'),
	]);

	const next = await sendFields(url, [photo, { ...style, fileName: 'style.png' }]);

	const execution = await nextExecution(stage, workflow);
	expect(execution.error).toBeUndefined();
	expect(stage.emulator.tasks()).toHaveLength(1);
	const { file } = await readEnding(next ?? '');
	const styled = await decodePicture(file?.content ?? Buffer.of());
	expect(styled?.bitmap).toMatchObject({ width: 90, height: 60 });
	const goal = red(90, 60);
	expect(toneDifference(styled ?? PHOTO, goal)).toBeLessThan(toneDifference(PHOTO, goal) / 2);
});

/** A photo in the field `data` of an item. */
async function photoItem(): Promise<NodeDraft> {
	const base64 = (await PHOTO.getBuffer('image/png')).toString('base64');
	const jsCode = `return [{ json: {}, binary: { data: await this.helpers.prepareBinaryData(Buffer.from('${base64}', 'base64'), 'photo.png') } }];`;
	return {
		...{ name: 'Photo', type: 'n8n-nodes-base.code', typeVersion: 2 },
		parameters: { mode: 'runOnceForAllItems', language: 'javaScript', jsCode },
	};
}

/** An app with one picture, whose result gets a field of its own. */
function edit(name: string, app: number, inputsJson: string, outputField: string): NodeDraft {
	return {
		...{ name, type: 'n8n-nodes-ai-app-tasks.aiApp' },
		parameters: {
			...{ resource: 'app', operation: 'run', specifyInputs: 'json', options: {} },
			appId: { __rl: true, mode: 'id', value: String(app) },
			inputsJson,
			options: { outputField },
		},
	};
}

const BRIGHTEN =
	'{ "18:LoadImage.image": { "$binary": "data" } , "27:LayerColor: Levels.gray_point": 40 }';
const CAPTION = '{ "4:LoadImage.image": { "$binary": "data" } }';

test('one photo goes to two apps beside each other, and Merge puts both results into one item', async () => {
	const merge: NodeDraft = {
		...{ name: 'Merge', type: 'n8n-nodes-base.merge', typeVersion: 3.2 },
		parameters: { mode: 'combine', combineBy: 'combineByPosition', options: {} },
	};
	const drafts = [
		...[start, await photoItem()],
		edit('Brighten', 56258, BRIGHTEN, 'bright'),
		edit('Caption', 57102, CAPTION, 'captioned'),
		merge,
	];
	const to = (node: string, index = 0) => ({ node, type: 'main', index });
	const workflow = await store(stage, {
		...chain('Two apps', ...drafts),
		connections: {
			Start: { main: [[to('Photo')]] },
			Photo: { main: [[to('Brighten'), to('Caption')]] },
			Brighten: { main: [[to('Merge')]] },
			Caption: { main: [[to('Merge', 1)]] },
		},
	});

	const execution = await ended(stage, await runWorkflow(stage.rest, workflow));

	expect(execution.error).toBeUndefined();
	const [item, ...others] = itemsOf(execution, 'Merge');
	expect(others).toEqual([]);
	expect(Object.keys(item?.binary ?? {}).toSorted()).toEqual(['bright', 'captioned']);
	for (const field of ['bright', 'captioned']) {
		const picture = await pictureIn(item, field);
		expect(picture.bitmap).toMatchObject({ width: 90, height: 60 });
		expect(toneDifference(picture, PHOTO)).toBeGreaterThan(1);
	}
});

test('one upload goes to two apps behind each other, by its URL', async () => {
	const upload: NodeDraft = {
		...{ name: 'Upload file', type: 'n8n-nodes-ai-app-tasks.aiApp' },
		parameters: { resource: 'file', operation: 'upload', fileSource: 'binary', inputField: 'data' },
	};
	const ofUpload = (input: string) => `={{ ({ "${input}": $('Upload file').item.json.url }) }}`;
	const workflow = await store(
		stage,
		chain(
			'One upload',
			...[start, await photoItem(), upload],
			edit('Brighten', 56258, ofUpload('18:LoadImage.image'), 'bright'),
			edit('Caption', 57102, ofUpload('4:LoadImage.image'), 'captioned'),
		),
	);
	const before = stage.emulator.tasks().length;

	const execution = await ended(stage, await runWorkflow(stage.rest, workflow));

	expect(execution.error).toBeUndefined();
	const [one, other] = stage.emulator.tasks().slice(before);
	expect(other?.inputValues['4:LoadImage.image']).toBe(one?.inputValues['18:LoadImage.image']);
	const captioned = await pictureIn(itemsOf(execution, 'Caption')[0], 'captioned');
	expect(captioned.bitmap).toMatchObject({ width: 90, height: 60 });
});
