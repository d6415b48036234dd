import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { invalid, overrides, useInputChecks } from '../inputChecks.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { photo } from '../photo.mts';
import { PICTURE_APP, PROMPT, runForm, useService } from '../service.mts';
import { offerApp, sentValues } from './offeredApp.mts';

const service = useService();
const { check, checkOne } = useInputChecks(service);

const LEVELS_APP = 56258;
const STEPS = '3:KSampler.steps';
const SAMPLER = '3:KSampler.sampler_name';
const SEED = '30:Seed (rgthree).seed';
const PICTURE = '18:LoadImage.image';
const GRAY = '27:LayerColor: Levels.gray_point';

/** As the editor stores it before it has loaded the form. */
const AUTO = { mappingMode: 'autoMapInputData', value: null } as unknown as Parameters;

const mapped = (more: Parameters = {}, appId = PICTURE_APP) =>
	runForm({}, { inputs: AUTO, ...more }, appId);
const rows = (...all: readonly IDataObject[]): INodeExecutionData[] =>
	all.map((json) => ({ json }));
const sent = () => service.emulator.tasks().map(({ inputValues }) => inputValues);
const nothingCreated = () => expect(service.creates()).toBe(0);

describe('the fields of an item set the inputs of their names', () => {
	it.each<[string, IDataObject]>([
		['IDs', { [PROMPT]: 'a cat', [STEPS]: 12 }],
		['labels', { Prompt: 'a cat', Steps: 12 }],
		['labels in other letters', { prompt: 'a cat', STEPS: 12 }],
		['labels with blanks around them', { 'Prompt ': 'a cat', ' steps': 12 }],
		['labels as the form shows them', { Prompt: 'a cat', 'Steps (1 to 50)': 12 }],
		['labels of texts', { Prompt: 'a cat', Steps: '12' }],
	])('%s', async (_, json) => {
		const { error } = await service.run({ parameters: mapped(), items: rows(json) });

		expect(error).toBeUndefined();
		expect(sent()).toEqual([{ [PROMPT]: 'a cat', [STEPS]: 12 }]);
	});

	it('each item has its own, and the rest has the defaults of the app', async () => {
		const items = rows({ Prompt: 'a cat' }, { Prompt: 'a dog', Sampler: 'ddim' });
		const parameters = mapped({ specifyInputs: 'fields' });

		const { error } = await service.run({ parameters, items });

		expect(error).toBeUndefined();
		expect(sent()).toEqual([{ [PROMPT]: 'a cat' }, { [PROMPT]: 'a dog', [SAMPLER]: 'ddim' }]);
	});

	it.each([
		['an ID and a label', { [PROMPT]: 'a cat', Prompt: 'a dog' }],
		['two labels in other letters', { PROMPT: 'a cat', prompt: 'a dog' }],
		['a label, and one with a blank', { Prompt: 'a cat', 'Prompt ': 'a dog' }],
	])('%s of one input are rejected', async (_, json) => {
		const { error } = await service.run({ parameters: mapped(), items: rows(json) });

		expect(error).toMatchObject({
			message: expect.stringContaining('are the same input of the app'),
			description: expect.stringContaining(FREE),
		});
		nothingCreated();
	});
});

describe('fields that fit no input', () => {
	it('are counted in one line, whatever items they are of, without the row of a sheet', async () => {
		const items = rows(
			{ Prompt: 'a cat', row_number: 2, Status: '' },
			{ Prompt: 'a dog', row_number: 3, Owner: 'Ann' },
		);

		const { hints, error } = await service.run({ parameters: mapped(), items });

		expect(error).toBeUndefined();
		expect(hints).toContain('2 fields set no input: Status, Owner.');
	});

	it('fail an item that has no others, and the message names the inputs', async () => {
		const items = rows({ Prompt: 'a cat' }, { Promt: 'a dog' });

		const { error } = await service.run({ parameters: mapped(), items });

		expect(error).toMatchObject({
			message: 'No field of this item has the name of an input, but it has: Promt',
			description: expect.stringContaining(`The app accepts: ${PROMPT} (Prompt)`),
			context: { itemIndex: 1 },
		});
		expect(error?.description).toContain(FREE);
		nothingCreated();
	});

	it('with Continue On Fail, the others run', async () => {
		const items = rows({ error: 'no row', row_number: 2 }, {}, { Prompt: 'a dog' });

		const { outputs } = await service.run({
			parameters: mapped(),
			items,
			settings: { onError: 'continueRegularOutput' },
		});

		expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
			{
				error: expect.stringMatching(/ \(row 2\)$/),
				details: { kind: 'input', status: 'NotCreated' },
			},
			{
				error: expect.stringContaining('no field with the name of an input'),
				details: { kind: 'input', status: 'NotCreated' },
			},
			{ status: 'Success' },
		]);
		expect(service.creates()).toBe(1);
	});

	it('may have a label that several inputs share, and a line says that it sets none', async () => {
		const text = (id: number) => ({
			...{ node_id: id, field_name: 'text', field_type: 'customtext', field_label: 'Text' },
			variable_name: `${id}:Text.text`,
			field_value: 'hello',
		});
		offerApp(service, text(6), text(7));
		const items = rows({ Text: 'a cat', 'Node 7: Text': 'a dog' });

		const { hints, error } = await service.run({ parameters: mapped(), items });

		expect(error).toBeUndefined();
		expect(sentValues(service)).toEqual({ '7:Text.text': 'a dog' });
		expect(hints).toContain('1 field sets no input: Text.');

		const alone = await service.run({ parameters: mapped(), items: rows({ Text: 'a cat' }) });

		expect(alone.error?.message).toBe('Several inputs of the app have the label "Text"');
		expect(service.creates()).toBe(1);
	});
});

describe('a field that is empty', () => {
	const EMPTY = { empty: '', null: null } as const;
	const filled = { Prompt: 'a cat', Steps: 12 };

	it.each<[string, IDataObject]>([
		['an empty text', { Prompt: EMPTY.empty, Steps: 5 }],
		['null', { Prompt: EMPTY.null, Steps: 5 }],
		['left out, as nodes do that read sheets', { Steps: 5 }],
	])('of a text that the app has a default for is rejected: %s', async (_, json) => {
		const { error } = await service.run({ parameters: mapped(), items: rows(filled, json) });

		expect(error).toMatchObject({
			message: "'Prompt' is empty",
			description: expect.stringContaining("Fill in the field 'Prompt' of the item"),
			context: { itemIndex: 1 },
		});
		expect(error?.description).toContain(FREE);
		nothingCreated();
	});

	it.each<[string, IDataObject]>([
		['an empty text', { Prompt: 'a dog', Steps: EMPTY.empty, Seed: '', Sampler: '' }],
		['null', { Prompt: 'a dog', Steps: EMPTY.null, Seed: null, 'Negative Prompt': null }],
		['left out', { Prompt: 'a dog' }],
	])('of another input has the default of the app: %s', async (_, json) => {
		const { error } = await service.run({ parameters: mapped(), items: rows(filled, json) });

		expect(error).toBeUndefined();
		expect(sent()[1]).toEqual({ [PROMPT]: 'a dog' });
	});

	it('does not fail an item whose text an override sets', async () => {
		const more = overrides({ key: 'Prompt', value: 'a cow' });
		const items = rows(filled, { Prompt: '', Steps: 5 });

		await service.run({ parameters: mapped(more), items });

		expect(sent()).toEqual([
			{ [PROMPT]: 'a cow', [STEPS]: 12 },
			{ [PROMPT]: 'a cow', [STEPS]: 5 },
		]);
	});

	it('is not paid for if all others are empty, too', async () => {
		const { error } = await service.run({ parameters: mapped(), items: rows({ Steps: '' }) });

		expect(error).toMatchObject({ message: 'No inputs were provided' });
		nothingCreated();
	});

	it('that has a space is sent so', async () => {
		await service.run({ parameters: mapped(), items: rows({ Prompt: ' ' }) });

		expect(sent()).toEqual([{ [PROMPT]: ' ' }]);
	});
});

it.each([
	['Steps', 500, "'Steps' must be a number from 1 to 50, but is 500"],
	['Steps', 'many', '\'Steps\' must be a number, but is "many"'],
	['Sampler', 'best', "'Sampler' must be one of the app's choices"],
	['Prompt', { text: 'a cat' }, "'Prompt' must be text"],
])('a value is checked as any other: %s %p', async (field, value, message) => {
	const items = rows({ Prompt: 'a cat', [field]: value });

	const { error } = await service.run({ parameters: mapped(), items });

	expect(error?.message).toContain(message);
	expect(error?.description).toContain(FREE);
	nothingCreated();
});

it.each([
	['TRUE', true],
	['false', false],
	['1', true],
])('a toggle takes the text %s of a sheet', async (text, value) => {
	offerApp(service, { field_type: 'boolean', field_label: 'Upscale', field_value: !value });

	await service.run({ parameters: mapped(), items: rows({ upscale: text }) });

	expect(Object.values(sentValues(service))).toEqual([value]);
});

describe('an input for files takes', () => {
	const uploaded = expect.stringMatching(/^http.*\.png$/);
	const run = (...items: INodeExecutionData[]) =>
		service.run({ parameters: mapped({}, LEVELS_APP), items });

	it('the file of its name, rather than a value', async () => {
		const binary = { picture: await photo(service) };

		const { error } = await run({ json: { 'Gray Point': '60', Picture: 'a.png' }, binary });

		expect(error).toBeUndefined();
		expect(sent()).toEqual([{ [PICTURE]: uploaded, [GRAY]: 60 }]);
	});

	it('the URL of its field, and the name of a file', async () => {
		const url = `${service.emulator.storageUrl}/samples/portrait.png`;
		const binary = { data: await photo(service) };

		const { error } = await run({ json: { Picture: url } }, { json: { Picture: 'data' }, binary });

		expect(error).toBeUndefined();
		expect(sent()).toEqual([{ [PICTURE]: url }, { [PICTURE]: uploaded }]);
	});

	it.each<[string, IDataObject]>([
		['an item without the file that others have', { 'Gray Point': 60 }],
		['an empty field', { 'Gray Point': 60, Picture: '' }],
	])('nothing of the app in place of what is missing: %s', async (_, json) => {
		const binary = { Picture: await photo(service) };

		const { error } = await run({ json: { 'Gray Point': 1 }, binary }, { json });

		expect(error).toMatchObject({
			message: "'Picture' is empty",
			description: expect.stringContaining("field 'Picture' of the item"),
			context: { itemIndex: 1 },
		});
		nothingCreated();
	});

	it('not the sample of the app while a file of another name is there', async () => {
		const binary = { data: await photo(service) };

		const { error } = await run({ json: { 'Gray Point': 60 }, binary });

		expect(error?.message).toBe(
			"The app's own content would be used for 'Picture'. Fields that aren't used: data",
		);
		expect(error?.description).toContain("to the input's label");
		nothingCreated();
	});

	it('a file of another name, if an override says so', async () => {
		const binary = { data: await photo(service) };
		const item = { json: { 'Gray Point': 60 }, binary };

		const { error } = await service.run({
			parameters: mapped(overrides({ key: 'Picture', value: 'data' }), LEVELS_APP),
			items: [item],
		});

		expect(error).toBeUndefined();
		expect(service.creates()).toBe(1);
	});

	it('no page that was saved as a picture', async () => {
		const text = Buffer.from('<!doctype html><title>Log in</title>').toString('base64');
		const binary = { Picture: { data: text, mimeType: 'image/png', fileName: 'a.png' } };

		const { error } = await run({ json: {}, binary });

		expect(error?.message).toContain("file for 'Picture'");
		nothingCreated();
	});
});

describe('App: Check Inputs', () => {
	it('shows which field set which input, and which set none', async () => {
		const item = { json: { seed: 7, prompt: 'a cat', [STEPS]: '', row_number: 2 } };

		expect(await checkOne(mapped(overrides({ key: 'Seed', value: '9' })), item)).toMatchObject({
			valid: true,
			input_values: { [PROMPT]: 'a cat', [SEED]: 9 },
			mapped_fields: [{ field: 'prompt', input: PROMPT, label: 'Prompt' }],
			unused_fields: [],
		});
	});

	it('lists what would be rejected, beside what would be sent', async () => {
		const { items } = await check(
			mapped(),
			rows({ Prompt: '', Steps: 500, Seed: 7 }, { Promt: 'x' }),
		);

		expect(items).toMatchObject([
			{
				valid: false,
				input_values: { [SEED]: 7 },
				invalid_inputs: [
					invalid(PROMPT, 'is empty', 'Prompt'),
					invalid(STEPS, 'but is 500', 'Steps'),
				],
			},
			{
				valid: false,
				mapped_fields: [],
				unused_fields: ['Promt'],
				invalid_inputs: [{ message: expect.stringContaining('it has: Promt') }],
			},
		]);
	});

	it('shows no value for an input that two fields fit', async () => {
		const item = { json: { PROMPT: 'a cat', prompt: 'a dog', Seed: 7, row: 1 } };

		expect(await checkOne(mapped(), item)).toMatchObject({
			input_values: { [SEED]: 7 },
			invalid_inputs: [invalid(PROMPT, 'are the same input', 'Prompt')],
			unused_fields: ['row'],
		});
	});

	it('shows no fields where they set nothing', async () => {
		const item = await checkOne(runForm({ [PROMPT]: 'a cat' }));

		expect(Object.keys(item).filter((name) => name.includes('fields'))).toEqual([]);
	});
});

describe('the line above the output', () => {
	it('names a text with an expression that was not evaluated', async () => {
		const { hints } = await service.run({
			parameters: mapped(),
			items: rows({ Prompt: 'A photo of {{ $json.subject }}' }),
		});

		expect(hints.join()).toContain(`'Prompt' (${PROMPT}) contains {{ $json.subject }}`);
	});

	it.each([
		['an item gets the text of the app', [{ Steps: 5, Status: 'open' }]],
		['several do, and no field has a wrong name', [{ Seed: 1 }, { Seed: 2 }]],
	])('says if %s', async (_, json) => {
		const { hints } = await service.run({ parameters: mapped(), items: rows(...json) });

		expect(hints).toContain(
			`The app's own content is used for 'Prompt' in ${json.length === 1 ? '1 item' : '2 items'}.`,
		);
	});

	it('counts items with the same values, whatever their other fields are', async () => {
		const items = rows({ Prompt: 'a cat', Seed: 7, row: 1 }, { Prompt: 'a cat', Seed: 7, row: 2 });

		const { hints } = await service.run({ parameters: mapped(), items });

		expect(hints.join()).toContain('The inputs of 1 item equal those of an earlier item');
	});
});
