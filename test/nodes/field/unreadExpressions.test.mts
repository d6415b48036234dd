import { overrides, useInputChecks } from '../inputChecks.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { PICTURE_APP, PROMPT, runForm, runModel, useService } from '../service.mts';
import { INPUT, OFFERED_APP, offerApp, sentValues } from './offeredApp.mts';

const service = useService();
const { check, checkOne } = useInputChecks(service);

const LEVELS = 56258;
const PICTURE = '18:LoadImage.image';
const TEXT = 'A photo of {{ $json.subject.name }}, 4k';
const HINT = `'Prompt' (${PROMPT}) contains {{ $json.subject.name }} as plain text in 1 item. n8n didn't evaluate this expression. Switch its field from 'Fixed' to 'Expression' and write it in double braces, such as {{ $json.prompt }}, or check the node that returned it.`;

const item = { json: { subject: { name: 'cat' }, text: TEXT } };

const json = (inputs: object, appId = PICTURE_APP) =>
	runForm({}, { specifyInputs: 'json', inputsJson: JSON.stringify(inputs) }, appId);

/** The ways that a text takes into an input. */
const WAYS: ReadonlyArray<readonly [string, () => Parameters]> = [
	['the form', () => runForm({ [PROMPT]: TEXT })],
	['JSON', () => json({ Prompt: TEXT })],
	['an override', () => runForm({}, overrides({ key: 'Prompt', value: TEXT }))],
	['another node', () => runForm({ [PROMPT]: '={{ $json.text }}' })],
];

it.each(WAYS)(
	'a text out of %s is sent as it is, with a line about its expression',
	async (_, parametersFor) => {
		const { hints, error } = await service.run({ parameters: parametersFor(), items: [item] });

		expect(error).toBeUndefined();
		expect(sentValues(service)).toMatchObject({ [PROMPT]: TEXT });
		expect(hints).toContain(HINT);
	},
);

it('App: Check Inputs has the same line', async () => {
	const { hints, items } = await check(runForm({ [PROMPT]: TEXT }), [item]);

	expect(items).toMatchObject([{ valid: true, input_values: { [PROMPT]: TEXT } }]);
	expect(hints).toContain(HINT);
});

it.each([
	['without braces', '$json.subject.name', 'contains $json.subject.name as plain text', 'braces'],
	[
		'of another node',
		"{{ $('Form').item.json.a }}",
		"contains {{ $('Form').item.json.a }}",
		'Fixed',
	],
	['of an object', 'A photo of [object Object]', 'contains [object Object]', '.toJsonString()'],
])('a line names a text with an expression %s', async (_, text, contains, advice) => {
	const { hints } = await service.run({ parameters: runForm({ [PROMPT]: text }), items: [item] });

	const line = hints.find((hint) => hint.includes(contains));
	expect(line).toContain(`'Prompt' (${PROMPT})`);
	expect(line).toContain(advice);
	expect(service.creates()).toBe(1);
});

it('an object that an expression puts into a prompt is named', async () => {
	const parameters = runForm({ [PROMPT]: '=A photo of {{ $json.subject }}' });

	const { hints } = await service.run({ parameters, items: [item] });

	expect(hints.join()).toContain('contains [object Object] as plain text in 1 item');
});

it('items with the same mistake share a line, which counts them', async () => {
	const parameters = runForm({ [PROMPT]: TEXT });

	const { hints } = await service.run({ parameters, items: [item, item, item] });

	expect(hints.filter((hint) => hint.includes('as plain text'))).toEqual([
		HINT.replace('1 item', '3 items'),
	]);
});

it.each([
	['a price', 'A sign that says "costs $5"'],
	['a token of a template', 'a {{style}} token for a templating app'],
	['choices, a wildcard and weights', '{red|blue} __animal__ (smile:1.2), ((eyes)), {2$$a|b}'],
])('%s in a prompt gets no line', async (_, text) => {
	const parameters = json({ Prompt: text, Steps: 4 });

	const { hints, error } = await service.run({ parameters });

	expect(error).toBeUndefined();
	expect(hints.filter((hint) => hint.includes('plain text'))).toEqual([]);
});

it("the app's own default gets no line, whatever is in it", async () => {
	offerApp(service, { field_type: 'customtext', field_value: TEXT });

	const { hints, error } = await service.run({ parameters: json({ [INPUT]: TEXT }) });

	expect(error).toBeUndefined();
	expect(hints.join()).not.toContain('plain text');
});

it('a hidden input gets a line as well', async () => {
	offerApp(service, { field_type: 'hidden' });

	const { hints } = await service.run({ parameters: json({ [INPUT]: TEXT }, OFFERED_APP) });

	expect(hints.join()).toContain(`'Value' (${INPUT}) contains {{ $json.subject.name }}`);
});

describe('an expression that n8n did not evaluate is refused with what to do', () => {
	const NOT_EVALUATED = "n8n didn't evaluate this expression.";
	const OBJECT = '.toJsonString()';

	const picture = (value: unknown) => runForm({ [PICTURE]: value } as Parameters, {}, LEVELS);
	const at = (key: string, value: unknown) =>
		runForm({ [PROMPT]: 'a cat', [key]: value } as Parameters);

	it.each([
		['a file input', picture('{{ $json.url }}'), PICTURE, NOT_EVALUATED],
		['a file input without braces', picture('$json.url'), PICTURE, NOT_EVALUATED],
		['a file input from an object', picture('={{ "" + $json.subject }}'), PICTURE, OBJECT],
		['a URL', picture('https://x.example/{{ $json.id }}.png'), PICTURE, NOT_EVALUATED],
		['a URL of an object', picture('https://x.example/[object Object]'), PICTURE, OBJECT],
		['a file of an item', json({ [PICTURE]: { $binary: '{{ $json.a }}' } }, LEVELS), PICTURE, ''],
		['a number', at('3:KSampler.steps', '{{ $json.steps }}'), '3:KSampler.steps', NOT_EVALUATED],
		['a seed', at('30:Seed (rgthree).seed', '$json.seed'), 'seed', 'write it in double braces'],
		['a number from an object', at('3:KSampler.steps', '[object Object]'), 'steps', OBJECT],
		['a choice', at('3:KSampler.scheduler', '{{ $json.a }}'), 'scheduler', NOT_EVALUATED],
	])('in %s', async (_, parameters, id, advice) => {
		const { error } = await service.run({ parameters, items: [item] });

		expect(error?.description).toContain(advice);
		expect(error?.description).toContain(`Input ID: `);
		expect(error?.description).toContain(id);
		expect(error?.description).toContain(FREE);
		expect(service.creates()).toBe(0);
	});

	it('in a toggle', async () => {
		offerApp(service, { field_type: 'toggle' });

		const { error } = await service.run({ parameters: json({ [INPUT]: '{{ $json.on }}' }) });

		expect(error?.description).toContain(NOT_EVALUATED);
	});

	it('in the name of an input', async () => {
		const row = { key: '{{ $json.input }}', value: 'a cat' };

		const { error } = await service.run({ parameters: runForm({}, overrides(row)) });

		expect(error?.message).toContain('The app has no input "{{ $json.input }}"');
		expect(error?.description).toContain(NOT_EVALUATED);
	});

	it('in App: Check Inputs, of which nothing else is said', async () => {
		const checked = await checkOne(picture('https://x.example/{{ $json.id }}.png'), item);

		expect(checked).toMatchObject({
			valid: false,
			invalid_inputs: [{ input: PICTURE, label: 'Picture' }],
			input_values: {},
		});
	});

	it.each([
		['a value', '{"Prompt": {{ $json.prompt }} }'],
		['the whole object', '{{ $json.inputs }}'],
	])('in place of %s in JSON', async (_, inputsJson) => {
		const parameters = runForm({}, { specifyInputs: 'json', inputsJson });

		const { error } = await service.run({ parameters });

		expect(error?.message).toBe("'App Inputs (JSON)' isn't a JSON object");
		expect(error?.description).toContain(NOT_EVALUATED);
	});
});

describe('parameters of the node say it as well:', () => {
	const upload = (more: object): Parameters =>
		({ resource: 'file', operation: 'upload', options: {}, ...more }) as never;
	const appId = { __rl: true, mode: 'id', value: '{{ $json.app }}' };

	it.each([
		['the URL of File: Upload', upload({ fileSource: 'url', fileUrl: '{{ $json.url }}' })],
		['a part of it', upload({ fileSource: 'url', fileUrl: 'x.example/{{ $json.id }}.png' })],
		['its binary field', upload({ inputField: '{{ $json.name }}' })],
		['the app', { ...runForm({ [PROMPT]: 'a cat' }), appId }],
		['the model', { ...runModel({ modelParameters: '{}' }), modelPath: '{{ $json.model }}' }],
	])('%s', async (_, parameters) => {
		const { error } = await service.run({ parameters, items: [item] });

		expect(error?.description).toContain("n8n didn't evaluate this expression.");
	});
});

describe('Model: Run', () => {
	it.each([
		['prompt', { prompt: TEXT }],
		['input.prompt', { prompt: 'a cat', input: { prompt: TEXT } }],
		[
			'messages[1].content[0].text',
			{ prompt: 'a cat', messages: ['a', { content: [{ text: TEXT }] }] },
		],
	])('names the parameter %s', async (path, modelParameters) => {
		const { hints, error } = await service.run({
			parameters: runModel({ modelParameters: JSON.stringify(modelParameters) }),
		});

		expect(error).toBeUndefined();
		expect(hints).toContain(HINT.replace(/^.*?\) contains/, `The parameter '${path}' contains`));
	});

	it('says nothing of prompts that only look alike', async () => {
		const modelParameters = JSON.stringify({ prompt: 'a {{style}} sign, "costs $5"' });

		const { hints } = await service.run({ parameters: runModel({ modelParameters }) });

		expect(hints.join()).not.toContain('plain text');
	});

	it('says what to do about an expression in place of its parameters', async () => {
		const { error } = await service.run({
			parameters: runModel({ modelParameters: '{"prompt": {{ $json.prompt }}}' }),
		});

		expect(error?.description).toContain("n8n didn't evaluate this expression.");
		expect(service.creates()).toBe(0);
	});
});
