import fc from 'fast-check';
import type { INodeParameters, NodeParameterValue, ResourceMapperField } from 'n8n-workflow';
import { hostileApp } from '../../../emulator/apps/hostileApp.mts';
import { hostileText } from '../../fuzz/hostile.mts';
import {
	chosenForm,
	draggedUpon,
	listedApps,
	offeredNames,
	picked,
	prefilled,
	typedBehind,
	withoutFiles,
} from '../editor.mts';
import type { Parameters } from '../instance.mts';
import { expressionsIn, toolArguments } from '../parameterTexts.mts';
import { PICTURE_APP, runForm, useService } from '../service.mts';

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
	it.each(PLACES)('the form has none, %s', async (_, settings) => {
		const inputs = withoutFiles(prefilled(await form()));
		const values = drawn.map(({ key, value }) => [key, value]);

		expect(expressionsIn(inputs)).toEqual([]);
		expect(await sent({ inputs }, settings)).toEqual(Object.fromEntries(values));
	});

	it.each(PLACES)('a hidden form in JSON mode has none, %s', async (_, settings) => {
		const inputs = withoutFiles(prefilled(await form()));
		const inputsJson = { '1:Text.prompt': 'mine' };

		expect(await sent({ inputs, specifyInputs: 'json', inputsJson }, settings)).toEqual(inputsJson);
	});

	it('a selected choice is not run, and the service gets that choice', async () => {
		const inputs = withoutFiles(prefilled(await form()));
		const { fields } = await form();
		const options = fields.find(({ displayName }) => displayName === 'Mode')?.options ?? [];
		const sentChoices = [];
		for (const { value } of options) {
			const values = { ...(inputs['value'] as Parameters), '2:Choice.mode': picked(value) };
			sentChoices.push((await sent({ inputs: { ...inputs, value: values } }))?.['2:Choice.mode']);
		}

		const mode = hostileApp.inputs.find(({ label }) => label === 'Mode');
		expect(sentChoices).toEqual((JSON.parse(mode?.options ?? '') as Parameters).values);
	});

	it('a name selected in Override Inputs is not run, and the service gets that key', async () => {
		const names = await offeredNames(service.credential, APP);
		const offered = names.filter((_, index) => texts.includes(hostileApp.inputs[index]!));
		const values = offered.map(({ value }) => ({ key: picked(value), value: 'typed' }));

		expect(await sent({ overrideInputs: { values } })).toEqual(
			Object.fromEntries(texts.map(({ key }) => [key, 'typed'])),
		);
	});

	it('a default that a user edits is not run', async () => {
		const inputs = withoutFiles(prefilled(await form()));
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
	expect(kept.map(({ displayName }) => displayName.split(/:? /)[0])).toEqual(KEPT_BY_THE_APP);
});

it('a default that starts with = is sent unchanged if it is the only value', async () => {
	const input_nodes = [{ variable_name: 'banner', field_type: 'string', field_value: '=== A ===' }];
	const body = { code: 20000, message: 'Ok', status: true, data: { input_nodes } };
	service.emulator.addFault({
		on: 'detail',
		times: Infinity,
		effect: { type: 'answer', status: 200, body },
	});

	expect(await sent({ inputs: withoutFiles(prefilled(await form())) })).toEqual({
		banner: '=== A ===',
	});
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

/** Each app has many inputs, because an execution takes longer than making them. */
const APPS = 4;
const itemsOfForms = [{ json: { password: PASSWORD, own: 'mine' } }];
const TOOL = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };

/** Pieces that n8n, its editor or its agents read something into, alone or side by side. */
const PIECES = [
	...['=', '==', '{', '{{', '}}', '$', '(', ')', '\n', '\r\n', ' ', '\t', '%', '"', "'", 'plain'],
	...['$fromAI', '$FROMAI(', 'fromAI("a")', "$fromAI('secret')", '$fromAI ("", 1, "json")'],
	...['$json.password', 'JSON.stringify($json)', '={{ JSON.stringify($json) }}', '// '],
	...['{{ $json.password }}', '={{ $("Nope").all() }}', '={{ (() => { throw 1 })() }}'],
	...['=== STYLE ===', '%3D', '%7B%7B', '$parameter["inputs"]', '{{ $json.password'],
	'{\n{ $json.password }}',
];
const text = fc
	.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 })
	.map((pieces) => pieces.join(''));

type Authored = { readonly key: string; readonly label: string; readonly value: string };
type App = {
	readonly texts: readonly Authored[];
	readonly lists: readonly (Authored & { readonly choices: readonly string[] })[];
};

const input = { key: text, label: text, value: text };
const choices = fc.uniqueArray(text, { minLength: 1, maxLength: 3 });
const app = fc.record({
	texts: fc.array(fc.record(input), { minLength: 20, maxLength: 60 }).map(apart('text')),
	lists: fc
		.array(fc.record({ ...input, choices }), { minLength: 5, maxLength: 30 })
		.map(apart('list')),
});

/** With keys that differ, and start as they did. */
function apart(name: string) {
	return <Input extends Authored>(inputs: readonly Input[]) =>
		inputs.map((input, index) => ({ ...input, key: `${input.key} ${name} ${index}` }));
}

/** The form that the editor shows for an app, which the service describes from now on. */
async function formOf({ texts, lists }: App) {
	const node = ({ key, label, value }: Authored) => ({
		variable_name: key,
		field_label: label,
		field_value: value,
	});
	const input_nodes = [
		...texts.map((input) => ({ ...node(input), field_type: 'string' })),
		...lists.map((input) => ({
			...node(input),
			field_type: 'combo',
			field_options: input.choices,
		})),
	];
	const body = { code: 20000, message: 'Ok', status: true, data: { input_nodes } };
	const effect = { type: 'answer', status: 200, body } as const;
	service.emulator.reset();
	service.emulator.addFault({ on: 'detail', times: Infinity, effect });
	const locator = { __rl: true, mode: 'id', value: String(PICTURE_APP) };
	return chosenForm(service.credential, locator);
}

async function sentByForm(given: Parameters, settings = {}) {
	const parameters = runForm({}, { waitMode: 'none', ...given });
	const { error } = await service.run({ parameters, settings, items: itemsOfForms });

	expect(error).toBeUndefined();
	expect(JSON.stringify(service.emulator.requests())).not.toContain(PASSWORD);
	return service.emulator.tasks().at(-1)?.inputValues ?? {};
}

/** What the editor stores if a choice is selected and every text is edited. */
function goneOnWith(field: ResourceMapperField): NodeParameterValue {
	if (field.type === 'options') return picked(field.options?.[0]?.value);
	return draggedUpon(typedBehind(String(field.defaultValue ?? ''), '!'), '$json.own');
}

async function runsNothing(check: (app: App) => Promise<void>): Promise<void> {
	await fc.assert(fc.asyncProperty(app, check), { numRuns: APPS });
}

it("n8n runs no text of an app's author, whatever it is", async () => {
	await runsNothing(async (app) => {
		const inputs = prefilled(await formOf(app));
		expect(expressionsIn(inputs)).toEqual([]);
		expect(toolArguments(inputs)).toEqual([]);

		const values = await sentByForm({ inputs });
		for (const { key, value } of app.texts) expect([undefined, value]).toContain(values[key]);
		for (const { key, value } of app.lists) expect(values[key]).toBe(value);
		expect(await sentByForm({ inputs }, TOOL)).toEqual(values);
		const inputsJson = { [String(app.texts[0]?.key)]: 'mine' };
		expect(await sentByForm({ inputs, specifyInputs: 'json', inputsJson })).toEqual(inputsJson);
	});
});

it("n8n runs no text of an app's author after a user edits it either", async () => {
	await runsNothing(async (app) => {
		const form = await formOf(app);
		const value = Object.fromEntries(form.fields.map((field) => [field.id, goneOnWith(field)]));

		const values = await sentByForm({ inputs: { ...prefilled(form), value } });
		for (const { key, value } of app.texts)
			expect(['! mine', `${typedBehind(value, '!')} mine`]).toContain(values[key]);
		for (const { key, choices } of app.lists) expect(values[key]).toBe(choices[0]);
	});
});

const LONGEST = 160;

/** Texts with a meaning for n8n, its editor or its agents, among other hostile texts. */
const name = fc.oneof(
	fc
		.array(
			fc.constantFrom('=', ' ', '\n', '{{ $json.password }}', "$fromAI('a')", '{', '<b>', '\u202e'),
			{ maxLength: 4 },
		)
		.map((pieces) => pieces.join('')),
	hostileText,
);
const LONG = '='.repeat(100_000);

/** What the editor stores when a row is chosen. */
async function chosen(typed: string, savedApps = ''): Promise<INodeParameters[]> {
	const rows = await listedApps({ ...service.credential, savedApps }, typed);
	return rows.map(({ name: cachedResultName, value }) => ({
		...{ __rl: true, mode: 'list', value, cachedResultName },
	}));
}

function expectHarmless(stored: INodeParameters[]): void {
	expect(expressionsIn(stored)).toEqual([]);
	expect(toolArguments({ stored })).toEqual([]);
	for (const { cachedResultName } of stored) {
		// Each sign that n8n acts on has one before it that nobody sees.
		const shown = String(cachedResultName).replaceAll('\u200b', '');
		expect(shown.length).toBeLessThanOrEqual(LONGEST);
		expect(cachedResultName).not.toMatch(/[\n<>\u202e]/);
		expect(cachedResultName).not.toContain('{{');
	}
}

it('n8n runs no part of a row, whatever the author of the app writes', async () => {
	await fc.assert(
		fc.asyncProperty(fc.oneof(name, fc.constant(LONG)), name, async (appName, nick_name) => {
			service.emulator.reset();
			const body = { code: 20000, message: 'Ok', status: true, data: { name: appName, nick_name } };
			service.emulator.addFault({ on: 'detail', effect: { type: 'answer', status: 200, body } });

			const stored = await chosen('54663');
			expect(stored).toHaveLength(1);
			expectHarmless(stored);
		}),
		{ numRuns: 30 },
	);
});

it('n8n runs no part of a row, whatever is in Saved Apps', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(name, { minLength: 10, maxLength: 15 }), async (texts) => {
			const lines = texts.flatMap((text, n) => [`${n + 1} ${text}`, text, `2${text}`]);
			const stored = await chosen('', [...lines, '=3 x', `3 ${LONG}`].join('\n'));
			expect(stored.length).toBeGreaterThan(5);
			expectHarmless(stored);
		}),
		{ numRuns: 12 },
	);
});
