import type { INodeExecutionData } from 'n8n-workflow';
import { checkOf, overrides } from '../inputChecks.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { photo } from '../photo.mts';
import { PROMPT, runForm, useService } from '../service.mts';

const service = useService();

const NEGATIVE = '7:CLIPTextEncode.text';
const STEPS = '3:KSampler.steps';
const PRESET = 'A lighthouse at dawn';

/** The form as n8n fills it in when the app is chosen. */
const untouched = runForm({ [PROMPT]: PRESET, [STEPS]: 20 });
const rows: INodeExecutionData[] = [{ json: { prompt: 'a cat' } }, { json: { prompt: 'a dog' } }];

it('several items that would all get the texts of the app are not paid for', async () => {
	const { error } = await service.run({ parameters: untouched, items: rows });
	const checked = await service.run({ parameters: checkOf(untouched), items: rows });

	const message = "The app's own content would be used for 'Prompt'";
	expect(error).toMatchObject({
		message: expect.stringContaining(message),
		description: expect.stringMatching(
			/Empty the field, then insert an expression.* remove the input\./,
		),
	});
	expect(error?.description).toContain(FREE);
	expect(checked.outputs[0]?.map(({ json }) => json.valid)).toEqual([false, false]);
	expect(checked.outputs[0]?.[0]?.json.invalid_inputs).toEqual([
		expect.objectContaining({ input: PROMPT, label: 'Prompt', message }),
	]);
	expect(service.creates()).toBe(0);
});

it.each<[string, Parameters, INodeExecutionData[]]>([
	['one item has no line to lose', untouched, rows.slice(0, 1)],
	['items without fields and files have nothing to give', untouched, [{ json: {} }, { json: {} }]],
	['the text was removed', runForm({ [STEPS]: 20 }), rows],
	['a text was typed', runForm({ [PROMPT]: 'a cow' }), rows],
	['another text was typed', runForm({ [PROMPT]: PRESET, [NEGATIVE]: 'fog' }), rows],
	['a number differs', runForm({ [PROMPT]: PRESET, [STEPS]: '={{ $itemIndex + 9 }}' }), rows],
	[
		'an input is overridden',
		runForm({ [PROMPT]: PRESET }, overrides({ key: PROMPT, value: 'a cow' })),
		rows,
	],
	[
		'JSON says so',
		runForm({}, { specifyInputs: 'json', inputsJson: `{"Prompt": "${PRESET}"}` }),
		rows,
	],
])('they run where %s', async (_, parameters, items) => {
	const { error } = await service.run({ parameters, items });

	expect(error).toBeUndefined();
	expect(service.creates()).toBe(items.length);
});

const json = (inputsJson: string, appId?: number) =>
	runForm({}, { specifyInputs: 'json', inputsJson }, appId);

describe('if no value depends on the items', () => {
	const ALIKE = { message: expect.stringContaining("The app's own content would be used for") };
	const withPhotos = async () => [
		{ json: { n: 1 }, binary: { data: await photo(service) } },
		{ json: { n: 2 }, binary: { data: await photo(service) } },
	];

	it('several items are not paid for the texts of the app: JSON without values', async () => {
		const { error } = await service.run({ parameters: json('{}'), items: rows });

		expect(error).toMatchObject(ALIKE);
		expect(service.creates()).toBe(0);
	});

	it.each([
		['JSON without values', json('{}', 57102)],
		['JSON that leaves out the file', json('{"Caption": "hi"}', 57102)],
		['a form without the file', runForm({ '9:Caption.text': 'hi' }, {}, 57102)],
	])("several items are not paid for the app's photo: %s", async (_, parameters) => {
		const { error } = await service.run({ parameters, items: await withPhotos() });

		expect(error).toMatchObject(ALIKE);
		expect(error?.message).toContain("Files that aren't used: data");
		expect(error?.description).toContain('No value depends on the items');
		expect(service.creates()).toBe(0);
	});

	it.each([
		['a caption differs', json('={"Caption": "{{ $json.n }}"}', 57102)],
		[
			'seeds are drawn',
			runForm({ '9:Caption.text': 'hi' }, { options: { seedMode: 'random' } }, 57102),
		],
	])('they run with the photo of the app if %s', async (_, parameters) => {
		const { error, hints } = await service.run({ parameters, items: await withPhotos() });

		expect(error).toBeUndefined();
		expect(hints).toContain(
			"The app's own content is used for 'Picture' in 2 items. Files that aren't used: data.",
		);
	});

	it('one item runs, with a line', async () => {
		const { error, hints } = await service.run({ parameters: json('{}'), items: rows.slice(0, 1) });

		expect(error).toBeUndefined();
		expect(hints).toContain("The app's own content is used for 'Prompt' in 1 item.");
	});
});

it("a line names the app's text although each item gives a photo of its own", async () => {
	const items = [
		{ json: { caption: 'a cat' }, binary: { data: await photo(service) } },
		{ json: { caption: 'a dog' }, binary: { data: await photo(service) } },
	];
	const parameters = runForm(
		{ '4:LoadImage.image': 'data', '9:Caption.text': 'Greetings from the garden' },
		{},
		57102,
	);

	const { hints } = await service.run({ parameters: checkOf(parameters), items });

	expect(hints).toContain("The app's own content is used for 'Caption' in 2 items.");
});

it('a photo that can not be sent is the only thing to mend', async () => {
	const parameters = runForm(
		{ '4:LoadImage.image': 'photo', '9:Caption.text': 'Greetings from the garden' },
		{},
		57102,
	);

	const { error } = await service.run({ parameters, items: rows });

	expect(error?.message).toContain('no binary field "photo"');
	expect(error?.description).not.toContain('Caption');
	expect(service.creates()).toBe(0);
});
