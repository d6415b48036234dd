import { hostileApp } from '../../emulator/apps/hostileApp.mts';
import {
	chosenForm,
	draggedUpon,
	offeredNames,
	picked,
	prefilled,
	typedBehind,
} from './editor.mts';
import type { Parameters } from './instance.mts';
import { expressionsIn, toolArguments } from './parameterTexts.mts';
import { runForm, useService } from './service.mts';

const service = useService();
const APP = { __rl: true, mode: 'id', value: String(hostileApp.id) };
const PASSWORD = 'hunter2';
const items = [{ json: { password: PASSWORD, own: 'my own words' } }];
const PLACES = [
	['in a workflow', {}],
	['in a tool of an agent', { type: 'n8n-nodes-ai-app-tasks.aiAppTool' }],
] as const;

const KEPT_BY_THE_APP = ['Style', 'Resume', 'Banner', 'Braces', 'Lines', 'Agent', 'Picture'];
const drawn = hostileApp.inputs.filter(({ label }) => !KEPT_BY_THE_APP.includes(label));
const texts = drawn.filter(({ fieldType }) => fieldType === 'string');

const form = () => chosenForm(service.credential, APP);

/** The values that the service gets for parameters as the editor has stored them. */
async function sent(given: Parameters, settings = {}) {
	const parameters = runForm({}, { waitMode: 'none', ...given }, hostileApp.id);
	expect(toolArguments(parameters)).toEqual([]);
	const { error } = await service.run({ parameters, settings, items });

	expect(error).toBeUndefined();
	expect(JSON.stringify(service.emulator.requests())).not.toContain(PASSWORD);
	return service.emulator.tasks().at(-1)?.inputValues;
}

describe("n8n runs no text of an app's author", () => {
	it.each(PLACES)('in the form, %s', async (_, settings) => {
		const inputs = prefilled(await form());
		const values = drawn.map(({ key, value }) => [key, value]);

		expect(expressionsIn(inputs)).toEqual([]);
		expect(await sent({ inputs }, settings)).toEqual(Object.fromEntries(values));
	});

	it.each(PLACES)('in a hidden form in JSON mode, %s', async (_, settings) => {
		const inputs = prefilled(await form());
		const inputsJson = { '1:Text.prompt': 'mine' };

		expect(await sent({ inputs, specifyInputs: 'json', inputsJson }, settings)).toEqual(inputsJson);
	});

	it('in a selected choice, and the service gets that choice', async () => {
		const inputs = prefilled(await form());
		const { fields } = await form();
		const options = fields.find(({ displayName }) => displayName === 'Mode')?.options ?? [];
		const sentChoices = [];
		for (const { value } of options) {
			const values = { '2:Choice.mode': picked(value) };
			sentChoices.push((await sent({ inputs: { ...inputs, value: values } }))?.['2:Choice.mode']);
		}

		const mode = hostileApp.inputs.find(({ label }) => label === 'Mode');
		expect(sentChoices).toEqual((JSON.parse(mode?.options ?? '') as Parameters).values);
	});

	it('in a name selected in Override Inputs, and the service gets that key', async () => {
		const names = await offeredNames(service.credential, APP);
		const offered = names.filter((_, index) => texts.includes(hostileApp.inputs[index]!));
		const values = offered.map(({ value }) => ({ key: picked(value), value: 'typed' }));

		expect(await sent({ overrideInputs: { values } })).toEqual(
			Object.fromEntries(texts.map(({ key }) => [key, 'typed'])),
		);
	});

	it('in a default that a user edits', async () => {
		const inputs = prefilled(await form());
		const entries = Object.entries(inputs.value as Parameters).filter(
			(entry): entry is [string, string] =>
				typeof entry[1] === 'string' && !entry[0].startsWith('2:Choice'),
		);
		const value = entries.map(([id, text]) => [
			id,
			draggedUpon(typedBehind(text, '!'), '$json.own'),
		]);

		expect(await sent({ inputs: { ...inputs, value: Object.fromEntries(value) } })).toEqual(
			Object.fromEntries(texts.map(({ key, value }) => [key, `${value}! my own words`])),
		);
	});
});

it("a label says that the app's default is used for its field", async () => {
	const { fields } = await form();

	const kept = fields.filter(({ defaultValue }) => defaultValue === undefined);

	expect(kept.map(({ displayName }) => displayName)).toEqual(
		expect.arrayContaining(['Banner (app default unless set)']),
	);
	expect(kept.map(({ displayName }) => displayName.split(' ')[0])).toEqual(KEPT_BY_THE_APP);
});

it('a default that starts with = is sent unchanged if it is the only value', async () => {
	const input_nodes = [{ variable_name: 'banner', field_type: 'string', field_value: '=== A ===' }];
	const body = { code: 20000, message: 'Ok', status: true, data: { input_nodes } };
	service.emulator.addFault({
		on: 'detail',
		times: Infinity,
		effect: { type: 'answer', status: 200, body },
	});

	expect(await sent({ inputs: prefilled(await form()) })).toEqual({ banner: '=== A ===' });
});

describe('texts in items stay data', () => {
	it("App: Get returns the author's text unchanged", async () => {
		const { outputs } = await service.run({
			parameters: { resource: 'app', operation: 'get', appId: APP, simplify: true },
			items,
		});

		const { inputs } = outputs[0]?.[0]?.json ?? {};
		const [, style] = inputs as { default: unknown }[];
		expect(style?.default).toBe(hostileApp.inputs[1]?.value);
	});

	it("an expression that reads them doesn't run them", async () => {
		const text = String(hostileApp.inputs[1]?.value);
		const { error } = await service.run({
			parameters: runForm({ '1:Text.prompt': '={{ $json.text }}' }, {}, hostileApp.id),
			items: [{ json: { text, password: PASSWORD } }],
		});

		expect(error).toBeUndefined();
		expect(service.emulator.tasks()[0]?.inputValues).toEqual({ '1:Text.prompt': text });
	});
});
