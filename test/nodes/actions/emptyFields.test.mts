import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { captionPicture } from '../../../emulator/apps/captionPicture.mts';
import { chosenForm, prefilled, withoutFiles } from '../editor.mts';
import { overrides, useInputChecks } from '../inputChecks.mts';
import type { Parameters } from '../instance.mts';
import { photo } from '../photo.mts';
import { PICTURE_APP, PROMPT, runForm, useService } from '../service.mts';

const service = useService();
const { check, checkOne } = useInputChecks(service);

const LEVELS_APP = 56258;
const PICTURE = '18:LoadImage.image';
const CAPTION_APP = captionPicture.id;
const WITHOUT_DEFAULTS_APP = 57013;

const appById = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });
const formOf = (appId: number) => chosenForm(service.credential, appById(appId));

/** What the editor stores: values that are missing are left out, as in n8n 2.41. */
async function opened(appId: number, values: Parameters = {}): Promise<INodeParameters> {
	const form = prefilled(await formOf(appId));
	const filled = Object.entries({ ...(form['value'] as Parameters), ...values });
	return { ...form, value: Object.fromEntries(filled.filter(([, value]) => value !== null)) };
}

const run = (appId: number, inputs: INodeParameters, more: Parameters = {}): Parameters =>
	runForm({}, { inputs, waitMode: 'none', ...more } as Parameters, appId);

const withPhoto = async (): Promise<INodeExecutionData> => ({
	json: {},
	binary: { data: await photo(service) },
});

describe('a form that nobody filled in', () => {
	it('begins without a value for a file, also where the app has a sample', async () => {
		const { fields } = await formOf(LEVELS_APP);

		expect(fields[0]).toMatchObject({ id: PICTURE, type: 'string' });
		expect(fields[0]).not.toHaveProperty('defaultValue');
	});

	it.each([
		['untouched', {}],
		['emptied', { [PICTURE]: '' }],
	])('is rejected before it is charged if its file input is %s', async (_, values) => {
		const { error } = await service.run({
			parameters: run(LEVELS_APP, await opened(LEVELS_APP, values)),
			items: [await withPhoto()],
		});

		expect(error?.message).toBe("'Picture' is empty");
		expect(error?.description).toContain('Enter a binary field of this item (data)');
		expect(error?.description).toContain('remove the input');
		expect(service.creates()).toBe(0);
	});

	it('is rejected in bulk, for each item', async () => {
		const items = await Promise.all([1, 2, 3].map(withPhoto));

		const { outputs } = await service.run({
			parameters: run(LEVELS_APP, await opened(LEVELS_APP)),
			items,
			settings: { onError: 'continueRegularOutput' },
		});

		expect(outputs[0]).toHaveLength(3);
		expect(outputs[0]?.map(({ json }) => json['details'])).toMatchObject(
			items.map(() => ({ kind: 'input' })),
		);
		expect(service.creates()).toBe(0);
	});

	it('has the file inputs named by App: Check Inputs, too', async () => {
		const { valid, invalid_inputs } = await checkOne(
			run(CAPTION_APP, await opened(CAPTION_APP)),
			await withPhoto(),
		);

		expect(valid).toBe(false);
		expect(invalid_inputs).toMatchObject([{ message: expect.stringContaining('is empty') }]);
	});

	it('tells the user of a tool to check its settings, because the model has no part in it', async () => {
		const { error } = await service.run({
			parameters: run(LEVELS_APP, await opened(LEVELS_APP)),
			settings: { type: 'n8n-nodes-ai-app-tasks.aiAppTool' },
		});

		expect(error?.message).toContain("'Picture' is empty. Ask the user to check the settings");
		expect(service.creates()).toBe(0);
	});

	it('sends nothing for inputs that the app has no default for', async () => {
		const { error } = await service.run({
			parameters: run(WITHOUT_DEFAULTS_APP, await opened(WITHOUT_DEFAULTS_APP)),
		});

		expect(error).toBeUndefined();
		expect(service.emulator.tasks()[0]?.inputValues).toEqual({ '1:Prompt.text': 'hello' });
	});

	it('has no number, toggle or text that an editor could fill in by itself', async () => {
		const { fields } = await formOf(WITHOUT_DEFAULTS_APP);

		const empty = fields.filter(({ defaultValue }) => defaultValue === undefined);
		expect(empty.map(({ displayName, type }) => [displayName, type])).toEqual([
			['Steps (5 to 50)', 'string'],
			['Guidance (number)', 'string'],
			['Seed (app default unless set)', 'string'],
			['Tiled', 'options'],
			['Sampler', 'options'],
			['Note', 'string'],
		]);
	});

	it('sends nothing for an empty text that an older editor has stored', async () => {
		const stored = await opened(WITHOUT_DEFAULTS_APP, { '3:Note.text': '', '2:Sampler.seed': '' });
		await service.run({ parameters: run(WITHOUT_DEFAULTS_APP, stored) });

		expect(service.emulator.tasks()[0]?.inputValues).toEqual({ '1:Prompt.text': 'hello' });
	});
});

describe('a field that somebody filled in', () => {
	it('has its number, toggle and choice checked and sent as such', async () => {
		const values = {
			'2:Sampler.steps': '12',
			'2:Sampler.tiled': 'false',
			'2:Sampler.name': 'heun',
		};
		const { error } = await service.run({
			parameters: run(WITHOUT_DEFAULTS_APP, await opened(WITHOUT_DEFAULTS_APP, values)),
		});

		expect(error).toBeUndefined();
		expect(service.emulator.tasks()[0]?.inputValues).toEqual({
			'1:Prompt.text': 'hello',
			'2:Sampler.steps': 12,
			'2:Sampler.tiled': false,
			'2:Sampler.name': 'heun',
		});
	});

	it.each<[string, Parameters]>([
		['the form', { [PICTURE]: 'data' }],
		['Override Inputs', {}],
	])('uses the file that %s names', async (place, values) => {
		const more = place === 'the form' ? {} : overrides({ key: 'Picture', value: 'data' });
		const { error, hints } = await service.run({
			parameters: run(LEVELS_APP, await opened(LEVELS_APP, values), more),
			items: [await withPhoto()],
		});

		expect(error).toBeUndefined();
		expect(hints.join()).not.toContain('Picture');
		expect(service.emulator.tasks()[0]?.inputValues[PICTURE]).toContain('/inputs_temp/');
	});

	it('keeps the sample that an earlier version of the node has stored', async () => {
		const sample = `${service.emulator.storageUrl}/samples/landscape.png`;
		const { error } = await service.run({
			parameters: run(LEVELS_APP, await opened(LEVELS_APP, { [PICTURE]: sample })),
		});

		expect(error).toBeUndefined();
		expect(service.emulator.tasks()[0]?.inputValues[PICTURE]).toBe(sample);
	});
});

describe('an input that the form lacks', () => {
	it.each<[string, (appId: number) => Promise<INodeParameters>]>([
		['was removed', async (appId) => withoutFiles(await opened(appId))],
		['is not in the schema', async () => ({ mappingMode: 'defineBelow', value: {} })],
	])("gets the app's sample if it %s", async (_, inputs) => {
		const { error } = await service.run({
			parameters: run(LEVELS_APP, await inputs(LEVELS_APP)),
		});

		expect(error).toBeUndefined();
		expect(service.creates()).toBe(1);
	});
});

it('a text that was emptied and forgotten by the editor is rejected, because the field is empty', async () => {
	const form = await opened(PICTURE_APP, { [PROMPT]: null });

	const { error } = await service.run({ parameters: run(PICTURE_APP, form) });

	expect(error?.message).toBe("'Prompt' is empty");
	expect(service.creates()).toBe(0);
});

describe('a file of the item that no input uses', () => {
	const json = (inputsJson: string) => ({ specifyInputs: 'json', inputsJson });
	const sample = () => `${service.emulator.storageUrl}/samples/landscape.png`;
	const UNUSED =
		"The app's own content is used for 'Picture' in 1 item. Files that aren't used: data.";

	it.each<[string, () => Promise<Parameters>]>([
		['JSON leaves the input out', async () => runForm({}, json('{}'), LEVELS_APP)],
		[
			'the form has lost the input',
			async () => run(LEVELS_APP, withoutFiles(await opened(LEVELS_APP))),
		],
		['the form has the sample', async () => runForm({ [PICTURE]: sample() }, {}, LEVELS_APP)],
	])('is named above the output where %s', async (_, parameters) => {
		const checked = await check(await parameters(), [await withPhoto()]);
		const ran = await service.run({ parameters: await parameters(), items: [await withPhoto()] });

		expect(checked.hints).toContain(UNUSED);
		expect(ran.hints).toContain(UNUSED);
	});

	it('is counted over all items', async () => {
		const items = await Promise.all([1, 2, 3].map(withPhoto));

		const { hints } = await check(runForm({}, json('={}'), LEVELS_APP), items);

		expect(hints).toContainEqual(
			expect.stringMatching(/in 3 items\. Files that aren't used: data\.$/),
		);
	});

	it.each<[string, Parameters, Parameters]>([
		['another medium', {}, { mimeType: 'audio/mpeg', fileName: 'song.mp3' }],
		['used', { [PICTURE]: 'data' }, {}],
		['replaced by a URL', { [PICTURE]: 'https://files.example.com/a.png' }, {}],
	])('is not named if it is %s', async (_, values, file) => {
		const item = await withPhoto();
		Object.assign(item.binary?.['data'] ?? {}, file);

		const { hints } = await check(runForm(values, {}, LEVELS_APP), [item]);

		expect(hints.join()).not.toContain("aren't used");
	});
});

it('values that one expression returns are sent, although a form is stored beside it', async () => {
	const values = { [PROMPT]: 'a cat', '3:KSampler.steps': 7 };
	const form = await opened(PICTURE_APP);
	const inputs = { ...form, value: `={{ ${JSON.stringify(values)} }}` };

	const { error } = await service.run({ parameters: run(PICTURE_APP, inputs) });

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()[0]?.inputValues).toMatchObject(values);
});
