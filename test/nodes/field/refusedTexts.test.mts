import { overrides, useInputChecks } from '../inputChecks.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { PICTURE_APP, PROMPT, runForm, runModel, useService } from '../service.mts';
import { INPUT, OFFERED_APP, offerApp, sentValues } from './offeredApp.mts';

/** Texts that are nothing but the name of a missing value or of an object, on all ways to a task. */

const service = useService();
const { checkOne } = useInputChecks(service);

const AUTO = { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] };
const json = (inputs: object, appId = PICTURE_APP) =>
	runForm({}, { specifyInputs: 'json', inputsJson: JSON.stringify(inputs) }, appId);

const WAYS: ReadonlyArray<readonly [string, Parameters]> = [
	['the form', runForm({ [PROMPT]: '={{ $json.prompt }}' })],
	['JSON', json({ Prompt: 'undefined' })],
	['an override', runForm({}, overrides({ key: 'Prompt', value: '={{ $json.prompt }}' }))],
	['a column', runForm({}, { inputs: AUTO as never })],
];

const item = { json: { prompt: 'undefined' } };

describe.each(WAYS)('a prompt out of %s', (_, parameters) => {
	it('is refused, with the way to send it all the same', async () => {
		const { error } = await service.run({ parameters, items: [item] });

		expect(error?.message).toBe(`'Prompt' is nothing but "undefined"`);
		expect(error?.description).toContain('put it in quotation marks');
		expect(error?.description).toContain(`Input ID: ${PROMPT}`);
		expect(error?.description).toContain(FREE);
		expect(service.creates()).toBe(0);
	});

	it('is refused by App: Check Inputs as well', async () => {
		const checked = await checkOne(parameters, item);

		expect(checked).toMatchObject({
			valid: false,
			invalid_inputs: [{ input: PROMPT, message: `'Prompt' is nothing but "undefined"` }],
		});
	});
});

it.each(['null', 'NaN', '[object Object]', ' undefined\n', 'null, null', 'undefined undefined'])(
	'the whole prompt %j is refused',
	async (text) => {
		const { error } = await service.run({ parameters: json({ Prompt: text }) });

		expect(error?.message).toContain("'Prompt' is nothing but");
		expect(service.creates()).toBe(0);
	},
);

it('a number that is none is refused as a prompt', async () => {
	const { error } = await service.run({ parameters: runForm({ [PROMPT]: '={{ Number("x") }}' }) });

	expect(error?.message).toBe(`'Prompt' is nothing but "NaN"`);
});

it.each(['"null"', 'None', 'Null', 'N/A', 'a sign that says undefined'])(
	'%s is sent, because a person may mean it',
	async (text) => {
		const { error } = await service.run({ parameters: json({ Prompt: text }) });

		expect(error).toBeUndefined();
		expect(sentValues(service)).toMatchObject({ [PROMPT]: text });
	},
);

it.each([
	['a choice', { field_type: 'combo', field_options: '{"values":["null","a"]}' }],
	["the app's default", { field_type: 'string', field_value: 'null' }],
	['a setting of its author', { field_type: 'hidden' }],
])('%s may be called null', async (_, input) => {
	offerApp(service, input);

	const { error } = await service.run({ parameters: json({ [INPUT]: 'null' }, OFFERED_APP) });

	expect(error).toBeUndefined();
	expect(sentValues(service)).toEqual({ [INPUT]: 'null' });
});

describe('Model: Run', () => {
	const runWith = (modelParameters: object) =>
		service.run({ parameters: runModel({ modelParameters: JSON.stringify(modelParameters) }) });

	it.each([
		['prompt', { prompt: 'undefined' }],
		['messages[0].content', { messages: [{ content: '[object Object]' }] }],
	])('refuses the parameter %s', async (path, modelParameters) => {
		const { error } = await runWith(modelParameters);

		expect(error?.message).toContain(`The parameter '${path}' is nothing but`);
		expect(error?.description).toContain(FREE);
		expect(service.emulator.modelTasks()).toEqual([]);
	});

	it('sends a longer text', async () => {
		const { error } = await runWith({ prompt: 'a null pointer' });

		expect(error).toBeUndefined();
	});
});
