import { chosenForm, offeredNames } from '../editor.mts';
import { overrides } from '../inputChecks.mts';
import { runForm, useService } from '../service.mts';
import { OFFERED_APP, offerApp, sentValues, type Offered } from './offeredApp.mts';

const service = useService();

const POSITIVE = '6:CLIPTextEncode.text';
const NEGATIVE = '7:CLIPTextEncode.text';

/** What an author gets who renames nothing: both prompts have the title of their kind of node. */
const prompt = (node_id: number | string | undefined, more: Offered = {}): Offered => ({
	...{ node_id, node_name: 'CLIP文本编码', node_type: 'CLIPTextEncode' },
	...{ field_name: 'text', field_type: 'customtext', field_label: 'CLIP文本编码 text' },
	variable_name: `${node_id}:CLIPTextEncode.text`,
	...more,
});

async function labels(...inputs: readonly Offered[]): Promise<string[]> {
	offerApp(service, ...inputs);
	const { fields } = await chosenForm(service.credential, String(OFFERED_APP));
	return fields.map(({ displayName }) => displayName);
}

const json = (inputs: object) =>
	runForm({}, { specifyInputs: 'json', inputsJson: JSON.stringify(inputs) });

const NODE_6 = 'Node 6: CLIP文本编码 text';
const NODE_7 = 'Node 7: CLIP文本编码 text';
const titled = (node_id: number, node_name: string) =>
	prompt(node_id, { node_name, field_label: 'Text' });

it.each([
	['their numbers, if they share a title', [prompt(6), prompt(7)], [NODE_6, NODE_7]],
	['numbers that are texts', [prompt('6'), prompt('7')], [NODE_6, NODE_7]],
	[
		'the titles of their nodes',
		[titled(6, 'Scene'), titled(7, 'Avoid')],
		['Scene: Text', 'Avoid: Text'],
	],
	[
		'their numbers, if some of them share a title',
		[titled(6, 'Scene'), titled(7, 'scene'), titled(8, 'Avoid')],
		['Node 6: Text', 'Node 7: Text', 'Node 8: Text'],
	],
	[
		'their fields, if they are of one node',
		[
			prompt(6, { field_name: 'text_g', variable_name: 'a', field_label: 'Text' }),
			prompt(6, { field_name: 'text_l', variable_name: 'b', field_label: 'Text' }),
		],
		['text_g: Text', 'text_l: Text'],
	],
	[
		'their IDs, if nothing else does',
		[
			prompt(6, { variable_name: '6:A.text', field_label: 'Text' }),
			prompt(6, { variable_name: '6:B.text', field_label: 'Text' }),
		],
		['6:A.text: Text', '6:B.text: Text'],
	],
	[
		'their IDs, if one of them has nothing else',
		[titled(6, 'Scene'), { node_id: '', node_name: '', field_name: '', variable_name: 'x' }].map(
			(node) => ({ ...node, field_label: 'Text' }),
		),
		[`${POSITIVE}: Text`, 'x: Text'],
	],
])('inputs of one label are told apart by %s', async (_, inputs, expected) => {
	expect(await labels(...inputs)).toEqual(expected);
});

it('other labels stay as they are, also beside an input that the form leaves out', async () => {
	const inputs = [prompt(7, { field_type: 'hidden' }), prompt(6), prompt(6), titled(8, 'Scene')];

	expect(await labels(...inputs)).toEqual(['CLIP文本编码 text', 'Text']);
});

it("the names of Override Inputs are those of the form, and an agent's tool numbers them", async () => {
	const form = await labels(prompt(6), prompt(7));
	const names = await offeredNames(service.credential, String(OFFERED_APP));
	const type = 'n8n-nodes-ai-app-tasks.aiAppTool';
	const tool = await chosenForm(service.credential, String(OFFERED_APP), undefined, type);

	expect(names.map(({ name }) => name)).toEqual(form);
	expect(tool.fields.map(({ displayName }) => displayName)).toEqual(
		form.map((label, n) => `Input ${n + 1}: ${label}`),
	);
});

it('the labels of the form name their inputs in JSON and in overrides', async () => {
	offerApp(service, prompt(6), prompt(7));
	const parameters = {
		...json({ [NODE_6]: 'a cat' }),
		...overrides({ key: NODE_7.toUpperCase(), value: 'blurry' }),
	};

	const { error } = await service.run({ parameters });

	expect(error).toBeUndefined();
	expect(sentValues(service)).toEqual({ [POSITIVE]: 'a cat', [NEGATIVE]: 'blurry' });
});

it("the author's label is refused where several inputs have it, and the others are named as in the form", async () => {
	offerApp(service, prompt(6), prompt(7));

	const { error } = await service.run({ parameters: json({ 'clip文本编码 Text': 'a cat' }) });

	expect(error?.message).toBe('Several inputs of the app have the label "clip文本编码 Text"');
	expect(error?.description).toContain(`${POSITIVE} (${NODE_6}), ${NEGATIVE} (${NODE_7})`);
	expect(service.creates()).toBe(0);
});

it('a label that an author gave to one input, and the form to another, names neither', async () => {
	offerApp(service, prompt(6), prompt(7), titled(8, 'Scene'), {
		...{ variable_name: 'x', field_label: NODE_6, field_type: 'string' },
	});

	const { error } = await service.run({ parameters: json({ [NODE_6]: 'a cat' }) });

	expect(error?.message).toContain('Several inputs of the app have the label');
	expect(service.creates()).toBe(0);
});

it('messages name an input as the form does', async () => {
	offerApp(service, prompt(6), prompt(7, { field_type: 'number' }));

	const { error } = await service.run({ parameters: runForm({ [NEGATIVE]: 'many' }) });

	expect(error?.message).toBe(`'${NODE_7}' must be a number, but is "many"`);
});

it('App: Get returns the labels of the form', async () => {
	const form = await labels(prompt(6), prompt(7));

	const { outputs } = await service.run({
		parameters: {
			...{ resource: 'app', operation: 'get', simplify: true },
			appId: { __rl: true, mode: 'id', value: String(OFFERED_APP) },
		},
	});

	const inputs = outputs[0]?.[0]?.json['inputs'] as { label: string }[];
	expect(inputs.map(({ label }) => label)).toEqual(form);
});
