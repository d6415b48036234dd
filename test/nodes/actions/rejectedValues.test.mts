import { checkOf } from '../inputChecks.mts';
import type { Parameters } from '../instance.mts';
import { onTask, PICTURE_APP, PROMPT, runForm, runModel, useService } from '../service.mts';

const service = useService();

const byId = (value: string) => ({ appId: { __rl: true, mode: 'id', value } });
const json = (inputsJson: string) => ({ specifyInputs: 'json', inputsJson });

describe('invalid input is rejected before anything is created', () => {
	it.each([
		[
			'an app ID that is text',
			{},
			byId('my app'),
			'"my app" isn\'t an app ID',
			"paste the URL of the app's page",
		],
		[
			'no app ID',
			{},
			byId('={{ "" }}'),
			'The app ID is missing',
			"paste the URL of the app's page",
		],
		[
			'an app that does not exist',
			{},
			byId('99999999'),
			'App 99999999 was not found',
			'Check the app ID',
		],
		['JSON that is no object', {}, json('[1]'), "isn't a JSON object", 'Enter an object'],
		['JSON that is none', {}, json('{"a": '), "isn't a JSON object", 'Enter an object'],
		[
			'an unknown key',
			{ '9:Nothing.here': 1 },
			{},
			'has no input "9:Nothing.here"',
			'Refresh Input List',
		],
		[
			'a number out of range',
			{ '3:KSampler.steps': 51 },
			{},
			'from 1 to 50, but is 51',
			'Correct the value',
		],
		[
			'text for a number',
			{ '3:KSampler.steps': 'many' },
			{},
			'must be a number, but is "many"',
			'Correct',
		],
		[
			'a choice not offered',
			{ '3:KSampler.sampler_name': 'best' },
			{},
			'must be one of the app\'s choices, but is "best"',
			'Choose one of: euler, ',
		],
		['an app without inputs', {}, byId('57003'), 'has no inputs', 'Choose another app'],
	])('%s', async (_, values, more, message, description) => {
		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: 'a cat', ...values }, more),
			items: [{ json: {} }],
		});

		expect(error?.message).toContain(message);
		expect(error?.description).toContain(description);
		expect(error?.context?.itemIndex).toBe(0);
		expect(service.creates()).toBe(0);
	});

	it('for an unknown key the message lists the keys of the app', async () => {
		const { error } = await service.run({ parameters: runForm({ wrong: 1 }) });

		expect(error?.description).toContain(`${PROMPT} (Prompt)`);
		expect(error?.description).toContain('30:Seed (rgthree).seed');
	});

	it('for an unknown key in JSON the message names no form', async () => {
		const { error } = await service.run({ parameters: runForm({}, json('{"wrong": 1}')) });
		expect(error?.description).toContain("Check the input IDs and labels in 'App Inputs (JSON)'");
		expect(error?.description).not.toContain('Refresh Input List');
		expect(error?.description).toContain('Upper and lower case matter.');
		expect(error?.description).toContain('Leave out a range, such as (1 to 50).');
	});

	it('the message names the failing item if an earlier one is valid', async () => {
		const { error } = await service.run({
			parameters: runForm(
				{ [PROMPT]: 'a cat', '3:KSampler.steps': '={{ $json.steps }}' },
				{ options: { maxAtATime: 1 } },
			),
			items: [{ json: { steps: 5 } }, { json: { steps: 500 } }],
		});

		expect(error?.context?.itemIndex).toBe(1);
		expect(service.creates()).toBe(0);
	});
});

describe('a credential that cannot be used', () => {
	it('wrong key', async () => {
		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }),
			credential: { ...service.credential, apiKey: 'sk-wrong' },
		});

		expect(error?.message).toContain("didn't accept the API key");
		expect(error?.description).toContain('AI App API credential');
		expect(service.emulator.tasks()).toHaveLength(0);
	});

	it('unreachable URL', async () => {
		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }),
			credential: { ...service.credential, baseUrl: 'http://127.0.0.1:1', metadataUrl: '' },
		});

		expect(error?.message).toContain("couldn't be reached (connection refused)");
		expect(error?.description).toContain('Base URL');
	});

	it('an invalid URL', async () => {
		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }),
			credential: { ...service.credential, baseUrl: 'api.example.com' },
		});

		expect(error?.message).toContain("'Base URL' in the credential isn't a valid URL");
		expect(service.creates()).toBe(0);
	});
});

it("the app's defaults apply if the form is empty", async () => {
	await service.run({
		parameters: runForm({ [PROMPT]: '', '3:KSampler.steps': null, '3:KSampler.scheduler': '' }),
	});

	const [task] = service.emulator.tasks();
	expect(task).toMatchObject({ appId: PICTURE_APP, inputValues: { [PROMPT]: '' } });
	expect(Object.keys(task?.inputValues ?? {})).toEqual([PROMPT]);
});

it('at least one input is sent', async () => {
	await service.run({ parameters: runForm({}) });

	const create = service.emulator.requests().find(({ operation }) => operation === 'create');
	const sent = (create?.body as { input_values: object }).input_values;
	expect(Object.keys(sent)).toEqual([PROMPT]);
});

const cat = (more: object): Parameters => runForm({ [PROMPT]: 'a cat' }, more as Parameters);

describe('a value that a parameter does not offer is rejected before anything is read', () => {
	it.each<[string, object, string, string]>([
		['Wait Mode', { waitMode: 'completion' }, "'Wait Mode' has no option", '(poll)'],
		['Specify Inputs', { specifyInputs: 'form' }, "'Specify Inputs' has no option", '(fields)'],
		['Seed', { options: { seedMode: 'randomize' } }, "'Seed' has no option", '(random)'],
		['On Timeout', { limits: { onTimeout: 'cancel' } }, "'On Timeout' has no option", '(stop)'],
	])('%s', async (_, more, message, description) => {
		const { error } = await service.run({ parameters: cat(more) });

		expect(error?.message).toContain(message);
		expect(error?.description).toContain(description);
		expect(service.emulator.requests()).toEqual([]);
	});

	it('one that an expression does not return is rejected as well', async () => {
		const parameters = cat({ options: { seedMode: '={{ $json.typo }}' } });

		const { error } = await service.run({ parameters });

		expect(error?.message).toBe("'Seed' has no option nothing");
	});

	it('Task: Wait for Completion is no exception', async () => {
		const parameters = onTask('wait', 'r-1', { limits: { onTimeout: 'cancel' } });

		const { error } = await service.run({ parameters });

		expect(error?.message).toContain("'On Timeout' has no option");
		expect(service.emulator.requests()).toEqual([]);
	});
});

describe('a form without values by input is rejected before anything is read', () => {
	it.each<[string, unknown]>([
		['automatic mapping', { mappingMode: 'autoMapInputData', value: null }],
		['the values alone', { [PROMPT]: 'a cat' }],
		['values that are text', { mappingMode: 'defineBelow', value: `${PROMPT}=a cat` }],
		['a list', [{ id: PROMPT, value: 'a cat' }]],
		['text', 'autoMapInputData'],
	])('%s', async (_, inputs) => {
		const { error } = await service.run({ parameters: cat({ inputs }) });

		expect(error?.message).toBe("'App Inputs' doesn't contain values by input");
		expect(error?.description).toMatch(/"mappingMode": "defineBelow".*You weren't charged\.$/);
		expect(service.emulator.requests()).toEqual([]);
	});

	it.each<[string, unknown]>([
		['nothing', {}],
		['no value', { mappingMode: 'defineBelow', value: null }],
		['values without a mode', { value: { [PROMPT]: 'a cat' } }],
	])('one with %s is accepted', async (_, inputs) => {
		const { error } = await service.run({ parameters: cat({ inputs }) });

		expect(error).toBeUndefined();
		expect(service.creates()).toBe(1);
	});
});

describe('an override without an input is rejected before anything is read', () => {
	it.each<[string, object]>([
		['none at all', { value: 'a dog' }],
		['under another name', { name: PROMPT, value: 'a dog' }],
		['left empty by its expression', { key: '={{ $json.typo }}', value: 'a dog' }],
		['with an expression as value', { value: '={{ $json.typo }}' }],
	])('%s', async (_, row) => {
		const { error } = await service.run({ parameters: cat({ overrideInputs: { values: [row] } }) });

		expect(error?.message).toBe("'Override Inputs' has a value without an input");
		expect(service.emulator.requests()).toEqual([]);
	});

	it.each<[string, unknown]>([
		['no row', {}],
		['an empty list', { values: [] }],
		['a row that was only added', { values: [{ key: '', value: '' }] }],
	])('%s is accepted', async (_, overrideInputs) => {
		const { error } = await service.run({ parameters: cat({ overrideInputs }) });

		expect(error).toBeUndefined();
	});
});

it('App: Check Inputs lists them, and reads the app', async () => {
	const more = { inputs: { mappingMode: 'autoMapInputData' }, options: { seedMode: 'randomize' } };
	const parameters = checkOf(cat({ ...more, overrideInputs: { values: [{ value: 'a dog' }] } }));

	const { outputs } = await service.run({ parameters });

	expect(outputs[0]?.[0]?.json).toMatchObject({
		valid: false,
		invalid_inputs: [
			{ message: expect.stringContaining('without an input') },
			{ message: expect.stringContaining("doesn't contain values") },
			{ message: expect.stringContaining("'Seed' has no option") },
		],
	});
});

const items = [{ json: { prompt: 'He said "hi"' } }];
const runJson = (inputsJson: string) => runForm({}, { specifyInputs: 'json', inputsJson });

describe('the message about JSON', () => {
	it('that a text of another node breaks says how to insert it', async () => {
		const parameters = runJson(`={"${PROMPT}": "{{ $json.prompt }}"}`);

		const { error } = await service.run({ parameters, items });

		expect(error?.message).toContain("isn't a JSON object");
		expect(error?.description).toContain('{{ JSON.stringify($json.prompt) }}');
		expect(error?.description).toContain("'Override Inputs'");
		expect(error?.description).toMatch(/You weren't charged\.$/);
		expect(service.creates()).toBe(0);
	});

	it('the message for a model does so as well', async () => {
		const modelParameters = '={"prompt": "{{ $json.prompt }}"}';

		const { error } = await service.run({ parameters: runModel({ modelParameters }), items });

		expect(error?.description).toContain('{{ JSON.stringify($json.prompt) }}');
	});

	it('that is no object names no quotes', async () => {
		const { error } = await service.run({ parameters: runJson('[1]') });

		expect(error?.description).not.toContain('JSON.stringify');
	});
});

const STEPS = '3:KSampler.steps';
const continues = { onError: 'continueRegularOutput' } as const;

/** Twenty rows, of which the last has too many steps. */
const rows = Array.from({ length: 20 }, (_, n) => ({ json: { steps: n === 19 ? 500 : n + 1 } }));
const byRow = (more: Parameters = {}) =>
	runForm({ [PROMPT]: 'a cat', [STEPS]: '={{ $json.steps }}' }, more);

describe('if the last of twenty rows is invalid', () => {
	it('nothing is charged, and the message names that row', async () => {
		const { error } = await service.run({ parameters: byRow(), items: rows });

		expect(error?.context?.itemIndex).toBe(19);
		expect(error?.message).toContain('must be a number from 1 to 50, but is 500');
		expect(service.creates()).toBe(0);
	});

	it('the other rows run if On Error is Continue', async () => {
		const { outputs } = await service.run({
			parameters: byRow(),
			items: rows,
			settings: continues,
		});

		const [bad, ...good] = [...(outputs[0] ?? [])].reverse();
		expect(bad?.json.details).toMatchObject({ kind: 'input' });
		expect(good.every(({ json }) => json.status === 'Success')).toBe(true);
		expect(service.creates()).toBe(19);
	});

	it('no file is uploaded either', async () => {
		const file = { mimeType: 'image/png', fileName: 'a.png', data: 'AAAA' };
		const items = [{ json: {}, binary: { data: file } }, { json: {} }];

		const { error } = await service.run({
			parameters: runForm({ '18:LoadImage.image': 'data' }, {}, 56258),
			items,
		});

		expect(error?.context?.itemIndex).toBe(1);
		const operations = service.emulator.requests().map(({ operation }) => operation);
		expect(operations).not.toContain('token');
		expect(service.creates()).toBe(0);
	});
});

it.each([
	['JSON that is none', { specifyInputs: 'json', inputsJson: '={{ $json.json }}' }, { json: '{' }],
	[
		'a header that cannot be sent',
		{
			waitMode: 'callback',
			callbackUrl: 'https://example.com/',
			options: { taskHeaders: { values: [{ name: '={{ $json.name }}', value: 'x' }] } },
		},
		{ name: 'Async' },
	],
	['an invalid URL', { waitMode: 'callback', callbackUrl: '={{ $json.url }}' }, { url: 'x' }],
])('a row with %s stops the others before anything is charged', async (_, more, bad) => {
	const good = { json: '{"6:CLIPTextEncode.text": "a cat"}', name: 'Order', url: 'https://e.com/' };

	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, more as Parameters),
		items: [{ json: good }, { json: { ...good, ...bad } }],
	});

	expect(error?.context?.itemIndex).toBe(1);
	expect(service.creates()).toBe(0);
});

it('a model is not run for one row if the parameters of another are invalid', async () => {
	const { error } = await service.run({
		parameters: runModel({ modelParameters: '={{ $json.parameters }}' }),
		items: [{ json: { parameters: { prompt: 'a cat' } } }, { json: { parameters: 'none' } }],
	});

	expect(error?.context?.itemIndex).toBe(1);
	expect(service.emulator.requests()).toEqual([]);
});
