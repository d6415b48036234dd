import type { IDataObject } from 'n8n-workflow';
import { checkOf } from '../inputChecks.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { onTask, PICTURE_APP, PROMPT, runForm, runModel, useService } from '../service.mts';

const service = useService();

const STEPS = '3:KSampler.steps';
const TYPO = '={{ $json.typo }}';

const cat = (values: object = {}, more: object = {}): Parameters =>
	runForm({ [PROMPT]: 'a cat', ...values }, more as Parameters);
const ofApp = (value: string) => cat({}, { appId: { __rl: true, mode: 'id', value } });
const ofJson = (inputsJson: string) => runForm({}, { specifyInputs: 'json', inputsJson });
const override = (row: object) => cat({}, { overrideInputs: { values: [row] } });
const form = (inputs: unknown) => cat({}, { inputs });

const MANY_NAMES = JSON.stringify(
	Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`a${n}`, 'x'])),
);

/** All that the service was asked for, but for the records of apps. */
const sent = () =>
	service.emulator
		.requests()
		.map(({ operation }) => operation)
		.filter((operation) => operation !== 'detail');

it.each([
	['an app ID that is text', ofApp('my app'), '"my app" isn\'t an app ID', 'URL of its page'],
	['an empty app ID', ofApp('={{ "" }}'), 'The app ID is missing', 'the URL of its page'],
	['an unknown app', ofApp('99999999'), 'App 99999999 was not found', 'Use the app ID'],
	['a list in place of JSON', ofJson('[1]'), "isn't a JSON object", 'Enter an object'],
	['half of a JSON text', ofJson('{"a": '), "isn't a JSON object", 'Enter an object'],
	['a comma too many', ofJson('{"Prompt": "x",}'), "isn't a JSON object", 'at position 15'],
	['an unknown key', cat({ '9:A.b': 1 }), 'has no input "9:A.b"', 'Refresh Input List'],
	['more names than an app has inputs', ofJson(MANY_NAMES), 'has 2,001 values', 'Enter an object'],
	['a mistyped label', ofJson('{"promt": "a cat"}'), 'no input "promt"', 'The app accepts: '],
	['a number out of range', cat({ [STEPS]: 51 }), 'from 1 to 50, but is 51', 'Correct the value'],
	['text for a number', cat({ [STEPS]: 'x' }), 'must be a number, but is "x"', 'Correct the value'],
	['a word for a seed', cat({ '30:Seed (rgthree).seed': 'random' }), 'a number', "'Seed Mode'"],
	[
		'a choice not offered',
		cat({ '3:KSampler.sampler_name': 'best' }),
		'must be one of the app\'s choices, but is "best"',
		'Choose one of: euler, ',
	],
])('%s is rejected before anything is created', async (_, parameters, message, description) => {
	const { error } = await service.run({ parameters });

	expect(error?.message).toContain(message);
	expect(error?.description).toContain(description);
	expect(error?.context?.itemIndex).toBe(0);
	expect(service.creates()).toBe(0);
});

it('an item that is rejected says how many others are, and that none was run', async () => {
	const { error } = await service.run({
		parameters: cat({ [STEPS]: '={{ $json.steps }}' }),
		items: [51, 5, 99, 0].map((steps) => ({ json: { steps } })),
	});

	expect(error?.message).toContain('but is 51');
	expect(error?.description).toMatch(
		/ You weren't charged\. 0 of 4 succeeded, 3 were rejected, 1 didn't run\. /,
	);
});

describe('the message about an unknown key', () => {
	it('lists the keys of the app', async () => {
		const { error } = await service.run({ parameters: runForm({ wrong: 1 }) });

		expect(error?.description).toContain(`${PROMPT} (Prompt)`);
		expect(error?.description).toContain('30:Seed (rgthree).seed');
	});

	it('names no form if the key is in JSON', async () => {
		const { error } = await service.run({ parameters: ofJson('{"wrong": 1}') });

		expect(error?.description).not.toContain('Refresh Input List');
		expect(error?.description).toContain('Check the input ID or label.');
	});
});

it.each([
	['wrong key', { apiKey: 'sk-wrong' }, "didn't accept the API key", /AI App API credential/],
	[
		'Base URL where nothing listens',
		{ baseUrl: 'http://127.0.0.1:1', metadataUrl: '' },
		"couldn't be reached (connection refused)",
		/Base URL/,
	],
	[
		'Base URL that is no URL',
		{ baseUrl: 'api.example.com' },
		"The base URL isn't a valid URL",
		/./,
	],
])('a credential with a %s creates nothing', async (_, changed, message, description) => {
	const credential = { ...service.credential, ...changed };

	const { error } = await service.run({ parameters: cat(), credential });

	expect(error?.message).toContain(message);
	expect(error?.description).toMatch(description);
	expect(service.emulator.tasks()).toHaveLength(0);
});

it("the app's defaults apply to numbers and choices that were emptied", async () => {
	await service.run({
		parameters: runForm({ [PROMPT]: 'a cat', [STEPS]: null, '3:KSampler.scheduler': '' }),
	});

	const [task] = service.emulator.tasks();
	expect(task).toMatchObject({ appId: PICTURE_APP, inputValues: { [PROMPT]: 'a cat' } });
	expect(Object.keys(task?.inputValues ?? {})).toEqual([PROMPT]);
});

it('at least one input is sent', async () => {
	await service.run({ parameters: runForm({}) });

	const create = service.emulator.requests().find(({ operation }) => operation === 'create');
	const { input_values } = create?.body as { input_values: object };
	expect(Object.keys(input_values)).toEqual([PROMPT]);
});

it.each([
	['Wait Mode', '"completion"', '(poll)', cat({}, { waitMode: 'completion' })],
	['Specify Inputs', '"form"', '(fields)', cat({}, { specifyInputs: 'form' })],
	['Seed Mode', '"randomize"', '(random)', cat({}, { options: { seedMode: 'randomize' } })],
	['Seed Mode', 'nothing', '(random)', cat({}, { options: { seedMode: TYPO } })],
	['On Timeout', '"cancel"', '(stop)', cat({}, { options: { onTimeout: 'cancel' } })],
	['On Timeout', '"leave"', '(stop)', onTask('wait', 'r-1', { options: { onTimeout: 'leave' } })],
])(
	"'%s' is rejected before anything is read if its value, %s, isn't offered",
	async (name, shown, description, parameters) => {
		const { error } = await service.run({ parameters });

		expect(error?.message).toBe(`'${name}' has no option ${shown}`);
		expect(error?.description).toContain(description);
		expect(service.emulator.requests()).toEqual([]);
	},
);

const NO_VALUES = {
	message: "'App Inputs' doesn't contain values by input",
	description: expect.stringMatching(`"mappingMode": "defineBelow".*${FREE}`),
};
const NO_NAME = { message: "'Task Headers' has a value without a name" };
const headers = (taskHeaders: unknown) =>
	cat({}, { waitMode: 'callback', callbackUrl: 'https://e.example/', options: { taskHeaders } });
const NO_INPUT = { message: "'Override Inputs' has a value without an input" };

it.each([
	['a mode that n8n has not', form({ mappingMode: 'map', value: null }), NO_VALUES],
	['a form of values alone', form({ [PROMPT]: 'a cat' }), NO_VALUES],
	['a form of text', form({ mappingMode: 'defineBelow', value: `${PROMPT}=a cat` }), NO_VALUES],
	['a list in place of a form', form([{ id: PROMPT, value: 'a cat' }]), NO_VALUES],
	['a text in place of a form', form('autoMapInputData'), NO_VALUES],
	['an override without an input', override({ value: 'a dog' }), NO_INPUT],
	['an override with another name', override({ name: PROMPT, value: 'a dog' }), NO_INPUT],
	['an override that its expression empties', override({ key: TYPO, value: 'a dog' }), NO_INPUT],
	['an expression without an input', override({ value: TYPO }), NO_INPUT],
	['a header without a name', headers({ values: [{ value: 'A' }] }), NO_NAME],
])('%s is rejected before anything is read', async (_, parameters, reason) => {
	const { error } = await service.run({ parameters });

	expect(error).toMatchObject(reason);
	expect(service.emulator.requests()).toEqual([]);
});

it.each([
	['a form with nothing', form({})],
	['a form with no value', form({ mappingMode: 'defineBelow', value: null })],
	['a form without a mode', form({ value: { [PROMPT]: 'a cat' } })],
	['a list of overrides without a row', cat({}, { overrideInputs: {} })],
	['an empty list of overrides', cat({}, { overrideInputs: { values: [] } })],
	['an override that was only added', override({ key: '', value: '' })],
])('%s is accepted', async (_, parameters) => {
	const { error } = await service.run({ parameters });

	expect(error).toBeUndefined();
	expect(service.creates()).toBe(1);
});

it.each([
	['an override that is named by its key', override({ [PROMPT]: 'a dog' }), /'Override Inputs'/],
	['a list of task headers', headers([{ name: 'Order', value: 'A' }]), /'Task Headers'/],
	['an object of task headers', headers({ Order: 'A' }), /'Task Headers'/],
	['a text of task headers', headers('Order: A'), /'Task Headers'/],
	['task headers under another name', headers({ headers: [{ name: 'Order' }] }), /'Task Headers'/],
	['a header that is named by its key', headers({ values: [{ Order: 'A' }] }), /'Task Headers'/],
])('%s gets a line that has the right format', async (_, parameters, line) => {
	const { error, hints } = await service.run({ parameters });

	expect(error).toBeUndefined();
	const lines = hints.filter((hint) => line.test(hint));
	expect(lines).toEqual([
		expect.stringMatching(
			/ in it, or remove .*\. In a workflow's JSON, the format is \{"values": \[\{"/,
		),
	]);
});

it('App: Check Inputs lists them, and reads the app', async () => {
	const more = { inputs: { mappingMode: 'map' }, options: { seedMode: 'randomize' } };
	const overrideInputs = { values: [{ value: 'a dog' }] };

	const { outputs } = await service.run({
		parameters: checkOf(cat({}, { ...more, overrideInputs })),
	});

	expect(outputs[0]?.[0]?.json).toMatchObject({
		valid: false,
		invalid_inputs: [
			{ message: expect.stringContaining('without an input') },
			{ message: expect.stringContaining("doesn't contain values") },
			{ message: expect.stringContaining("'Seed Mode' has no option") },
		],
	});
});

it.each([
	['App Inputs (JSON)', ofJson(`={"${PROMPT}": "{{ $json.prompt }}"}`), "'Override Inputs'"],
	['Parameters', runModel({ modelParameters: '={"prompt": "{{ $json.prompt }}"}' }), ''],
])(
	'the message about %s that a text of another node breaks says how to insert it',
	async (_, parameters, more) => {
		const items = [{ json: { prompt: 'He said "hi"' } }];

		const { error } = await service.run({ parameters, items });

		expect(error?.message).toContain("isn't a JSON object");
		expect(error?.description).toContain('{{ JSON.stringify($json.prompt) }}');
		expect(error?.description).toContain(more);
		expect(error?.description).toContain(FREE);
		expect(sent()).toEqual([]);
	},
);

it.each([
	['App Inputs (JSON)', (deep: string) => ofJson(`{"${PROMPT}": ${deep}}`)],
	['Parameters', (deep: string) => runModel({ modelParameters: `{"prompt": ${deep}}` })],
])('%s that nests too deep is rejected in a sentence, and nothing is sent', async (_, of) => {
	const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;

	const { error } = await service.run({ parameters: of(deep) });

	expect(error?.message).toContain('is nested more than 100 levels deep');
	expect(error?.description).toContain(FREE);
	expect(sent()).toEqual([]);
});

const CURL = `curl -X POST https://api.example.com/create -d '{"prompt": "a cat"}'`;
const PYTHON = `requests.post(url, json={"web_app_id": ${PICTURE_APP}, "input_values": {}})`;

it.each([
	['curl', ofJson(CURL)],
	['curl as an expression', ofJson(`=${CURL} # {{ $json.prompt }}`)],
	['another language', ofJson(PYTHON)],
	['curl for a model', runModel({ modelParameters: CURL })],
])('the message about a whole API example says what to paste: %s', async (_, parameters) => {
	const { error } = await service.run({ parameters });

	expect(error?.description).toBe(`Paste only the JSON object that the API example sends. ${FREE}`);
	expect(sent()).toEqual([]);
});

/** Twenty rows, of which the last has too many steps. */
const rows = Array.from({ length: 20 }, (_, n) => ({ json: { steps: n === 19 ? 500 : n + 1 } }));
const BY_ROW = { [STEPS]: '={{ $json.steps }}' };

describe('if the last of twenty rows is invalid', () => {
	it('nothing is charged, and the message names that row', async () => {
		const { error } = await service.run({ parameters: cat(BY_ROW), items: rows });

		expect(error?.context?.itemIndex).toBe(19);
		expect(error?.message).toContain('must be a number from 1 to 50, but is 500');
		expect(service.creates()).toBe(0);
	});
});

const CALLBACK = { waitMode: 'callback', callbackUrl: '={{ $json.url }}' };
const HEADER = { values: [{ name: '={{ $json.name }}', value: 'x' }] };
const GOOD: IDataObject = {
	...{ json: `{"${PROMPT}": "a cat"}`, name: 'Order', url: 'https://e.example/', steps: 5 },
	...{ file: 'data', parameters: { prompt: 'a cat' } },
};

it.each([
	['a number out of range', cat(BY_ROW, { options: { maxAtATime: 1 } }), { steps: 500 }],
	['broken JSON', ofJson('={{ $json.json }}'), { json: '{' }],
	[
		'an invalid header',
		cat({}, { ...CALLBACK, options: { taskHeaders: HEADER } }),
		{ name: 'Async' },
	],
	['an invalid URL', cat({}, CALLBACK), { url: 'x' }],
	[
		'a missing file',
		runForm({ '18:LoadImage.image': '={{ $json.file }}' }, {}, 56258),
		{ file: 'x' },
	],
	[
		'a text for a model',
		runModel({ modelParameters: '={{ $json.parameters }}' }),
		{ parameters: 'x' },
	],
])('a row with %s stops the others before anything is sent', async (_, parameters, bad) => {
	const binary = { data: { mimeType: 'image/png', fileName: 'a.png', data: 'AAAA' } };

	const { error } = await service.run({
		parameters,
		items: [GOOD, { ...GOOD, ...bad }].map((json) => ({ json, binary })),
	});

	expect(error?.context?.itemIndex).toBe(1);
	expect(sent()).toEqual([]);
});
