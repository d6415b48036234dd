import { storedFile } from '../binaryStore.mts';
import { invalid, overrides, useInputChecks } from '../inputChecks.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { photo } from '../photo.mts';
import { PICTURE_APP, PROMPT, runForm, useService } from '../service.mts';

const service = useService();
const { check, checkOne } = useInputChecks(service);

const STEPS = '3:KSampler.steps';
const SAMPLER = '3:KSampler.sampler_name';
const NEGATIVE = '7:CLIPTextEncode.text';
const SEED = '30:Seed (rgthree).seed';
const WIDTH = '28:EmptyLatentImage.width';

const operations = () => service.emulator.requests().map(({ operation }) => operation);

describe('App: Check Inputs', () => {
	it('returns what would be sent, and only reads the app', async () => {
		const item = await checkOne(runForm({ [PROMPT]: 'a cat', [STEPS]: '12', [SAMPLER]: '' }));

		expect(item).toEqual({
			app_id: PICTURE_APP,
			app_name: 'Picture from Text',
			valid: true,
			input_values: { [PROMPT]: 'a cat', [STEPS]: 12 },
			files: [],
			invalid_inputs: [],
		});
		expect(operations()).toEqual(['detail']);
	});

	it('lists all values that are invalid, with those that are not', async () => {
		const item = await checkOne(
			runForm(
				{ [PROMPT]: 'a cat', [STEPS]: 500, [SAMPLER]: 'best', '9:Other.text': 'x', [SEED]: 7 },
				overrides({ key: 'Width', value: 'wide' }),
			),
		);

		expect(item).toMatchObject({ valid: false, input_values: { [PROMPT]: 'a cat', [SEED]: 7 } });
		expect(item.invalid_inputs).toEqual([
			invalid(STEPS, 'must be a number from 1 to 50, but is 500', 'Steps'),
			invalid(SAMPLER, "must be one of the app's choices", 'Sampler'),
			invalid('9:Other.text', 'has no input "9:Other.text"'),
			invalid('28:EmptyLatentImage.width', 'must be a number, but is "wide"', 'Width'),
		]);
		expect(operations()).toEqual(['detail']);
	});

	const noLabel = (message: string) => ({
		message: expect.stringContaining(message),
		description: expect.any(String),
	});

	it.each<[string, Parameters, object[], object]>([
		[
			'expressions and overrides without a value, beside other reasons',
			runForm(
				{ [PROMPT]: '={{ $json.typo }}', [SEED]: '={{ $json.typo }}', [STEPS]: 500 },
				overrides({ key: 'Width' }, { key: 'Height', value: 100 }),
			),
			[
				invalid(WIDTH, "'Override Inputs' has no value for 'Width'", 'Width'),
				invalid(PROMPT, 'returned no value', 'Prompt'),
				invalid(SEED, 'returned no value', 'Seed'),
				invalid(STEPS, 'but is 500', 'Steps'),
			],
			{ '28:EmptyLatentImage.height': 100 },
		],
		[
			'JSON that is no object, beside an invalid override',
			runForm(
				{},
				{ specifyInputs: 'json', inputsJson: '[1]', ...overrides({ key: 'Steps', value: 500 }) },
			),
			[noLabel("isn't a JSON object"), invalid(STEPS, 'but is 500', 'Steps')],
			{},
		],
		['that an app has no inputs', runForm({}, {}, 57003), [noLabel('This app has no inputs')], {}],
	])('lists %s', async (_, parameters, invalidInputs, values) => {
		const { valid, invalid_inputs, input_values } = await checkOne(parameters);

		expect([valid, input_values]).toEqual([false, values]);
		expect(invalid_inputs).toEqual(invalidInputs);
	});

	it("shows App: Run's hint about a stale form", async () => {
		const stale = { inputs: { value: {}, schema: [{ id: 'gone', displayName: 'Gone' }] } };
		const { hints } = await check(runForm({}, stale as never));

		expect(hints).toContainEqual(expect.stringContaining('or the app has changed'));
	});

	it('lists an emptied text, as App: Run would reject it', async () => {
		const emptied = { specifyInputs: 'json', inputsJson: `{"${PROMPT}": ""}` };
		const { invalid_inputs } = await checkOne(runForm({}, emptied));

		expect(invalid_inputs).toEqual([invalid(PROMPT, "'Prompt' is empty", 'Prompt')]);
	});

	const PRESET = 'A lighthouse at dawn';
	const orders = [{ json: { prompt: 'a cat' } }, { json: { prompt: 'a dog' } }];

	it.each<[boolean, string, Parameters, { readonly json: object }[]?]>([
		[true, 'all have the default', runForm({ [PROMPT]: PRESET, [STEPS]: '={{ 5 }}' })],
		[
			false,
			'one has a text of its own',
			runForm({ [PROMPT]: `={{ $itemIndex ? "x" : "${PRESET}" }}` }),
		],
		[false, 'another text is set', runForm({ [PROMPT]: PRESET, '7:CLIPTextEncode.text': 'fog' })],
		[false, 'the text was removed', runForm({ [STEPS]: 9 })],
		[false, 'items have no fields', runForm({ [PROMPT]: PRESET }), [{ json: {} }]],
		[
			false,
			'the default is in JSON',
			runForm({}, { specifyInputs: 'json', inputsJson: `{"Prompt": "${PRESET}"}` }),
		],
	])(
		'says once (%j) that texts are those of the app, where %s',
		async (isSaid, _, form, items = orders) => {
			const { hints } = await check(form, items as never);

			expect(hints.filter((hint) => hint.includes("app's own content"))).toEqual(
				isSaid ? ["The app's own content is used for 'Prompt' in 2 items."] : [],
			);
		},
	);

	it('says so of a file as well', async () => {
		const preset = `${service.emulator.storageUrl}/samples/landscape.png`;

		const { hints } = await check(runForm({ [PICTURE]: preset }, {}, 56258), orders as never);

		expect(hints).toContain("The app's own content is used for 'Picture' in 2 items.");
	});

	it('says above its output how many items are invalid, and why one is', async () => {
		const parameters = runForm({
			[STEPS]: '={{ $json.steps }}',
			[SAMPLER]: '={{ $json.sampler }}',
		});
		const rows = [{ steps: 500 }, { steps: 0, sampler: 'best' }, { steps: 5 }];
		const good = { sampler: 'euler' };

		const some = await check(
			parameters,
			rows.map((row) => ({ json: { ...good, ...row } })),
		);
		const none = await check(parameters, [{ json: { ...good, steps: 5 } }]);

		expect(some.hints).toEqual([
			"App: Run would reject 2 of 3 items, such as: 'Steps' must be a number from 1 to 50, but is 500.",
		]);
		expect(Object.keys(some.items[0] ?? {}).slice(0, 2)).toEqual(['valid', 'invalid_inputs']);
		expect(none.hints).toEqual(['The inputs of 1 item are valid. Nothing was created.']);
	});

	it.each([
		['fewer than the valid items', 1, [5, 500, 6], / 'Max Tasks per Execution' allows only 1\.$/],
		['enough for the valid items', 2, [5, 500, 6], /^App: Run would reject 1 of 3 .* 500\.$/],
		['fewer than all items', 1, [5, 6], /are valid\. .* allows only 1\.$/],
		['no number', 'some', [5], /^App: Run would reject 1 of 1 item, .*Max Tasks per Execution/],
	])('says where the limit ends App: Run: %s', async (_, maxTasks, steps, hint) => {
		const parameters = runForm({ [STEPS]: '={{ $json.steps }}' }, { options: { maxTasks } });

		const { hints } = await check(
			parameters,
			steps.map((each) => ({ json: { steps: each } })),
		);

		expect(hints).toEqual([expect.stringMatching(hint)]);
	});

	it('keeps the order of items, and an app that is not found fails its item', async () => {
		const byRow = runForm({ [PROMPT]: 'a cat', [STEPS]: '={{ $json.steps }}' });
		const appId = { __rl: true, mode: 'id', value: '={{ $json.app }}' };
		const rows = [
			{ app: PICTURE_APP, steps: 500 },
			{ app: 99999999, steps: 5 },
			{ app: PICTURE_APP, steps: 5 },
		];
		const settings = { onError: 'continueRegularOutput' } as const;

		const { items } = await check(
			{ ...byRow, appId },
			rows.map((json) => ({ json })),
			{ settings },
		);

		expect(items).toMatchObject([
			{ valid: false },
			{ details: { kind: 'app_not_found', app_id: 99999999 } },
			{ valid: true },
		]);
	});
});

const RANDOM = { options: { seedMode: 'random' } };

describe('App: Check Inputs returns the values that App: Run sends', () => {
	const json = (values: object) => ({ specifyInputs: 'json', inputsJson: JSON.stringify(values) });

	it.each<[string, Parameters]>([
		['of the form', runForm({ [PROMPT]: 'a cat', [STEPS]: '12', [SAMPLER]: '', [SEED]: 7 })],
		['of JSON', runForm({}, json({ [NEGATIVE]: '', [STEPS]: 12 }))],
		['with overrides', runForm({ [STEPS]: 500 }, overrides({ key: 'Steps', value: '5' }))],
		['if there are none', runForm({})],
		['of another app', runForm({ '12:Toggle.enabled': 'false' }, {}, 54716)],
	])('they are returned %s', async (_, parameters) => {
		const { input_values: checked } = await checkOne(parameters);
		const { error } = await service.run({ parameters });

		expect(error).toBeUndefined();
		expect(service.emulator.tasks().map(({ inputValues }) => inputValues)).toEqual([checked]);
	});

	it('they are the same except for random seeds, which Run draws', async () => {
		const parameters = runForm({ [PROMPT]: 'a cat', [SEED]: 7 }, RANDOM);
		const { input_values: checked } = await checkOne(parameters);
		await service.run({ parameters });

		expect(checked).toEqual({ [PROMPT]: 'a cat', [SEED]: 'random' });
		const sent = service.emulator.tasks()[0]?.inputValues ?? {};
		expect({ ...sent, [SEED]: 'random' }).toEqual(checked);
		expect(sent[SEED]).toEqual(expect.any(Number));
	});

	it('App: Run takes them as JSON, random seeds included', async () => {
		const { input_values: checked } = await checkOne(runForm({ [PROMPT]: 'a cat' }, RANDOM));
		const given = json({ ...(checked as object), Width: 640 });
		const { error } = await service.run({ parameters: runForm({}, { ...given, ...RANDOM }) });

		expect(error).toBeUndefined();
		expect(checked).toMatchObject({ [SEED]: 'random' });
		const sent = service.emulator.tasks().map(({ inputValues }) => inputValues);
		expect(sent).toMatchObject([{ [PROMPT]: 'a cat', [SEED]: expect.any(Number) }]);
	});

	it('nothing is charged for a random seed that App: Run was not told to generate', async () => {
		const { error } = await service.run({ parameters: runForm({}, json({ [SEED]: 'random' })) });

		expect(error?.message).toContain('must be a number');
		expect(service.creates()).toBe(0);
	});
});

const PICTURE = '18:LoadImage.image';
const GRAY_POINT = '27:LayerColor: Levels.gray_point';

describe('App: Check Inputs: files', () => {
	const form = (value: string) => runForm({ [PICTURE]: value, [GRAY_POINT]: 20 }, {}, 56258);
	const withFile = async (fileName: string) => ({
		json: {},
		binary: { data: await photo(service, fileName) },
	});

	it('are listed with name and size, and are not uploaded', async () => {
		const item = await withFile('holiday');
		const { size } = await fetch(`${service.emulator.storageUrl}/samples/portrait.png`).then(
			(answer) => answer.blob(),
		);
		const before = service.emulator.requests().length;

		const checked = await checkOne(form('data'), item);

		expect(checked).toMatchObject({
			valid: true,
			input_values: { [PICTURE]: { $binary: 'data' }, [GRAY_POINT]: 20 },
		});
		expect(checked.files).toEqual([{ input: PICTURE, file_name: 'holiday.png', size_bytes: size }]);
		expect(service.emulator.requests().slice(before)).toMatchObject([{ operation: 'detail' }]);
		expect(service.emulator.credentials()).toEqual([]);
	});

	it('that the item lacks are invalid, as are URLs that are none', async () => {
		const item = await withFile('photo.png');
		const missing = await checkOne(form('picture'), item);
		const noUrl = await checkOne(form('htp://example.com/a.png'), item);

		for (const { valid, files } of [missing, noUrl]) expect([valid, files]).toEqual([false, []]);
		expect(missing.invalid_inputs).toEqual([invalid(PICTURE, 'no binary field', 'Picture')]);
		expect(noUrl.invalid_inputs).toEqual([invalid(PICTURE, 'must be a URL or', 'Picture')]);
	});

	it('that n8n refuses to read, or that have no extension, are invalid', async () => {
		const content = Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]);
		const data = await storedFile(content, 'photo', 'application/x-unknown');
		const unnamed = await checkOne(form('data'), { json: {}, binary: { data } });
		const claimed = await checkOne(form('data'), { json: { _files: { data: { ...data } } } });

		expect(unnamed.invalid_inputs).toEqual([invalid(PICTURE, 'has no file extension', 'Picture')]);
		expect(claimed.invalid_inputs).toEqual([
			invalid(PICTURE, 'in the binary field "data"', 'Picture'),
		]);
		expect([unnamed.files, claimed.files]).toEqual([[], []]);
		expect(unnamed.input_values).toEqual({ [GRAY_POINT]: 20 });
	});
});

describe('the body of an API example as JSON', () => {
	const body = (more: object = {}) => {
		const example = { web_app_id: PICTURE_APP, input_values: { [PROMPT]: 'a cat' }, ...more };
		return runForm({}, { specifyInputs: 'json', inputsJson: JSON.stringify(example) });
	};
	const sent = () => service.emulator.tasks().map(({ inputValues }) => inputValues);

	it.each([PICTURE_APP, String(PICTURE_APP)])('runs with its input values: %j', async (id) => {
		const off = { web_app_id: id, suppress_preview_output: false };
		const { error, hints } = await service.run({ parameters: body(off) });

		expect(error).toBeUndefined();
		expect(sent()).toEqual([{ [PROMPT]: 'a cat' }]);
		expect(hints).not.toContainEqual(expect.stringContaining('JSON'));
	});

	it('may be the result of an expression, and overrides still replace its values', async () => {
		const inputsJson = `={{ ({ web_app_id: 54663, input_values: { Prompt: "a cat", Steps: 500 } }) }}`;
		const json = { specifyInputs: 'json', inputsJson };
		const { error } = await service.run({
			parameters: runForm({}, { ...json, ...overrides({ key: 'Steps', value: '5' }) }),
		});

		expect(error).toBeUndefined();
		expect(sent()).toEqual([{ [PROMPT]: 'a cat', [STEPS]: 5 }]);
	});

	it('says once what it sets that is not sent', async () => {
		const more = { suppress_preview_output: true, client_id: '<b>x</b>', '{{ 1 }}': 0 };
		const items = [{ json: {} }, { json: {} }];

		const { error, hints } = await service.run({ parameters: body(more), items });

		expect(error).toBeUndefined();
		expect(hints.filter((hint) => hint.includes('App Inputs (JSON)'))).toEqual([
			"Not sent from 'App Inputs (JSON)': suppress_preview_output, client_id, {{ 1 }}. The node only uses its input_values. Set options in the node instead.",
		]);
		const creates = service.emulator.requests().filter(({ operation }) => operation === 'create');
		expect(JSON.stringify(creates.map((create) => create.body))).not.toMatch(/client_id|suppress/);
	});

	it.each([
		[56258, '56258'],
		['56258', '"56258"'],
		['YOUR_APP', '"YOUR_APP"'],
		[null, 'nothing'],
	])('that is for another app is rejected before anything is charged: %j', async (id, named) => {
		const { error } = await service.run({ parameters: body({ web_app_id: id }) });
		const { invalid_inputs: found } = await checkOne(body({ web_app_id: id }));

		const message = `'App Inputs (JSON)' is a request for app ${named}, not for app 54663`;
		expect(error?.message).toContain(message);
		expect(error?.description).toBe(
			`Choose that app in 'App', or paste an example of app 54663. ${FREE}`,
		);
		expect(found).toMatchObject([{ message: expect.stringContaining(message) }]);
		expect(service.creates()).toBe(0);
	});

	it('that is incomplete is read as values of inputs, which the app lacks', async () => {
		const { error } = await service.run({ parameters: body({ input_values: 'a cat' }) });

		expect(error?.message).toContain('has no input "web_app_id"');
		expect(service.creates()).toBe(0);
	});

	it('is not what App: Check Inputs returned, which may lack values that it found invalid', async () => {
		const checked = await checkOne(body({ input_values: { [STEPS]: 'many' } }));

		const { error } = await service.run({
			parameters: runForm({}, { specifyInputs: 'json', inputsJson: JSON.stringify(checked) }),
		});

		expect(error?.message).toContain('has no input "valid"');
		expect(service.creates()).toBe(0);
	});
});
