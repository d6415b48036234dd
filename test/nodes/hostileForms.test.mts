import fc from 'fast-check';
import type { NodeParameterValue, ResourceMapperField } from 'n8n-workflow';
import { chosenForm, draggedUpon, picked, prefilled, typedBehind } from './editor.mts';
import type { Parameters } from './instance.mts';
import { expressionsIn, toolArguments } from './parameterTexts.mts';
import { PICTURE_APP, runForm, useService } from './service.mts';

const service = useService();
const RUNS = 60;
const PASSWORD = 'hunter2';
const items = [{ json: { password: PASSWORD, own: 'mine' } }];
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
	texts: fc.array(fc.record(input), { minLength: 1, maxLength: 4 }).map(apart('text')),
	lists: fc.array(fc.record({ ...input, choices }), { maxLength: 2 }).map(apart('list')),
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

async function sent(given: Parameters, settings = {}) {
	const parameters = runForm({}, { waitMode: 'none', ...given });
	const { error } = await service.run({ parameters, settings, items });

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
	await fc.assert(fc.asyncProperty(app, check), { numRuns: RUNS });
}

it("n8n runs no text of an app's author, whatever it is", async () => {
	await runsNothing(async (app) => {
		const inputs = prefilled(await formOf(app));
		expect(expressionsIn(inputs)).toEqual([]);
		expect(toolArguments(inputs)).toEqual([]);

		const values = await sent({ inputs });
		for (const { key, value } of app.texts) expect([undefined, value]).toContain(values[key]);
		for (const { key, value } of app.lists) expect(values[key]).toBe(value);
		expect(await sent({ inputs }, TOOL)).toEqual(values);
		const inputsJson = { [String(app.texts[0]?.key)]: 'mine' };
		expect(await sent({ inputs, specifyInputs: 'json', inputsJson })).toEqual(inputsJson);
	});
});

it("n8n runs no text of an app's author after a user edits it either", async () => {
	await runsNothing(async (app) => {
		const form = await formOf(app);
		const value = Object.fromEntries(form.fields.map((field) => [field.id, goneOnWith(field)]));

		const values = await sent({ inputs: { ...prefilled(form), value } });
		for (const { key, value } of app.texts)
			expect(['! mine', `${typedBehind(value, '!')} mine`]).toContain(values[key]);
		for (const { key, choices } of app.lists) expect(values[key]).toBe(choices[0]);
	});
});
