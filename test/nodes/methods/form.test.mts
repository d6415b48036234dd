import fc from 'fast-check';
import {
	type INodeParameterResourceLocator,
	type ILoadOptionsFunctions,
	type INodeParameters,
	NodeHelpers,
	NodeOperationError,
} from 'n8n-workflow';
import { SAMPLE_APPS } from '../../../emulator/index.mts';
import { AiApp } from '../../../nodes/AiApp/AiApp.node';
import { decodeFieldId } from '../../../nodes/AiApp/form/untrustedText';
import { chosenForm, prefilled, withoutFiles } from '../editor.mts';
import { nodeWith, type Parameters } from '../instance.mts';
import { runForm, useService } from '../service.mts';

const service = useService();
const TOOL = 'n8n-nodes-ai-app-tasks.aiAppTool';

/** How n8n's editor names the argument for a field of a tool. */
function argumentName(label: string): string {
	return label.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);
}

/** The form as the editor gets it for an app. */
function formOf(appId: string, type?: string) {
	return chosenForm(service.credential, { __rl: true, mode: 'id', value: appId }, undefined, type);
}

it('has the inputs of the app with labels, types, defaults and choices', async () => {
	const { fields } = await formOf('54663');

	expect(
		fields.map(({ id, displayName, type, defaultValue }) => [id, displayName, type, defaultValue]),
	).toEqual([
		['6:CLIPTextEncode.text', 'Prompt', 'string', expect.any(String)],
		['7:CLIPTextEncode.text', 'Negative Prompt', 'string', ''],
		['3:KSampler.steps', 'Steps (1 to 50)', 'number', 9],
		['3:KSampler.sampler_name', 'Sampler', 'options', 'euler'],
		['3:KSampler.scheduler', 'Scheduler', 'options', expect.any(String)],
		['28:EmptyLatentImage.width', 'Width (64 to 2048)', 'number', 512],
		['28:EmptyLatentImage.height', 'Height (64 to 2048)', 'number', 384],
		['30:Seed (rgthree).seed', 'Seed', 'number', -1],
	]);
	expect(fields[3]?.options?.map(({ value }) => value)).toContain('heun');
});

it.each([
	['AI App', undefined, 'Picture (file or URL)'],
	['its tool, which gets no files of items', TOOL, 'Input 1: Picture (URL)'],
])('says what to enter for a file: %s', async (_, type, label) => {
	const { fields } = await formOf('56258', type);

	expect(fields[0]).toMatchObject({ displayName: label, type: 'string' });
});

it('shows every input of every sample app, except hidden ones', async () => {
	for (const appId of [54663, 54716, 56258, 57001, 57002, 57004]) {
		const { inputs = [] } = SAMPLE_APPS.find(({ id }) => id === appId) ?? {};
		const shown = inputs.filter(({ key }) => !key.endsWith('.hidden_value'));

		const { fields } = await formOf(String(appId));

		expect(shown.length).toBeGreaterThan(0);
		expect(fields.map(({ id }) => decodeFieldId(id)).sort()).toEqual(
			shown.map(({ key }) => key).sort(),
		);
	}
});

it('has no double quotes in field IDs, but the keys that are sent contain them', async () => {
	const { fields } = await formOf('57001');
	expect(fields.map(({ id }) => id)).toContain('a[%22b%22].c');

	const { error } = await service.run({
		parameters: runForm({ 'a[%22b%22].c': 'typed', 'back\\slash.k': 0.5 }, {}, 57001),
	});

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()[0]?.inputValues).toMatchObject({
		'a["b"].c': 'typed',
		'back\\slash.k': 0.5,
	});
});

describe('a form that was loaded for another app', () => {
	const stale = (keys: string[], value: Record<string, string>) => ({
		inputs: {
			mappingMode: 'defineBelow',
			value,
			matchingColumns: [],
			schema: keys.map((id) => ({ id })),
		},
	});

	it('is rejected when it runs, and the message says how to refresh it', async () => {
		const parameters = runForm(
			{},
			stale(['49:CR Text.text'], { '49:CR Text.text': 'old' }) as never,
		);

		const { error } = await service.run({ parameters });

		expect(error?.message).toContain('has no input "49:CR Text.text"');
		expect(error?.description).toMatch(/refresh/i);
		expect(service.creates()).toBe(0);
	});

	it('continues with a hint if everything that is sent still exists', async () => {
		const key = '6:CLIPTextEncode.text';
		const { error, hints } = await service.run({
			parameters: runForm({}, stale([key], { [key]: 'a cat' }) as never),
		});

		expect(error).toBeUndefined();
		expect(hints).toEqual([expect.stringContaining('or the app has changed')]);
	});
});

describe('the form of a huge app', () => {
	type Input = { readonly variable_name: string; readonly [field: string]: unknown };

	/** The form of an app that has these inputs. */
	function formWith(input_nodes: readonly Input[], type?: string) {
		const body = { code: 20000, data: { id: 54663, input_nodes } };
		const effect = { type: 'answer', status: 200, body } as const;
		service.emulator.addFault({ on: 'detail', times: Infinity, effect });
		return formOf('54663', type);
	}

	const texts = (count: number, more: object = {}): Input[] =>
		Array.from({ length: count }, (_, n) => ({ variable_name: `t${n}`, ...more }));
	const list = (variable_name: string, count: number, more: object = {}): Input => {
		const field_options = Array.from({ length: count }, (_, n) => `choice ${n}`);
		return { variable_name, field_type: 'combo', field_value: 'choice 7', field_options, ...more };
	};

	it('shows 500 inputs, and says where the others are set', async () => {
		const { fields } = await formWith(texts(503));

		expect(fields).toHaveLength(500);
		expect(fields[498]?.displayName).toBe('t498');
		expect(fields[499]?.displayName).toBe('t499 (3 more inputs: use JSON or Override Inputs)');
	});

	it('runs without a hint that its inputs have changed', async () => {
		const { fields } = await formWith(texts(503));
		const inputs = { ...prefilled({ fields }), value: { t0: 'a' } };

		const { error, hints } = await service.run({ parameters: runForm({}, { inputs }) });

		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
	});

	it('has labels of up to 200 characters, and no longer defaults than people edit', async () => {
		const [long, most, choice] = await formWith([
			{ variable_name: 'a', field_label: 'k'.repeat(5_000), field_value: 'v'.repeat(20_001) },
			{ variable_name: 'b', field_label: 'l'.repeat(200), field_value: 'v'.repeat(20_000) },
			list('c', 2, { field_value: 'v'.repeat(20_001) }),
		]).then(({ fields }) => fields);

		expect(long?.displayName).toBe(`${'k'.repeat(200)} (app default unless set)`);
		expect(long?.defaultValue).toBeUndefined();
		expect(most?.displayName).toBe('l'.repeat(200));
		expect(most?.defaultValue).toHaveLength(20_000);
		expect(choice?.options).toHaveLength(2);
		expect(choice?.defaultValue).toBeUndefined();
	});

	it('shows more than 1,000 choices as a text field, which accepts the same values', async () => {
		const { fields } = await formWith([list('most', 1_000), list('more', 1_001)]);
		const more = 'choice 1000';
		const parameters = (value: string) =>
			runForm({}, { inputs: { ...prefilled({ fields }), value: { more: value } } });

		expect(fields[0]).toMatchObject({ type: 'options', defaultValue: 'choice 7' });
		expect(fields[0]?.options).toHaveLength(1_000);
		expect(fields[1]).toMatchObject({
			...{ type: 'string', defaultValue: 'choice 7' },
			displayName: 'more (one of 1001 choices)',
		});
		expect((await service.run({ parameters: parameters(more) })).error).toBeUndefined();
		expect(service.emulator.tasks()[0]?.inputValues).toEqual({ more });
		const wrong = await service.run({ parameters: parameters('none of them') });
		expect(wrong.error?.message).toContain("must be one of the app's choices");
	});

	it('leaves out an input whose ID is longer than 300 characters', async () => {
		const { fields } = await formWith([{ variable_name: 'k'.repeat(301) }, ...texts(1)]);

		expect(fields.map(({ displayName }) => displayName)).toEqual([
			't0 (1 more input: use JSON or Override Inputs)',
		]);
	});

	it("makes an argument of its own for each input of an agent's tool, whatever the labels", async () => {
		const word = fc.constantFrom('提示词', 'Prompt', 'prompt', 'a', '', 'x'.repeat(70), 'é', '1');
		const label = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
		await fc.assert(
			fc.asyncProperty(fc.array(label, { maxLength: 8 }), async (labels) => {
				service.emulator.clearFaults();
				const { fields } = await formWith(
					labels.map((field_label, n) => ({ variable_name: `${n}:Text.text`, field_label })),
					TOOL,
				);
				const names = fields.map(({ displayName }) => argumentName(displayName).toLowerCase());

				expect(new Set(names).size).toBe(labels.length);
				for (const name of names) expect(name).toMatch(/[a-z]{2}/);
			}),
			{ numRuns: 30 },
		);
	});

	it("names an agent's argument by the input's ID if its label has no Latin letters", async () => {
		const labels = ['提示词', 'Steps'];
		const { fields } = await formWith(
			labels.map((field_label, n) => ({ variable_name: `${n}:Text.text`, field_label })),
			TOOL,
		);

		expect(fields.map(({ displayName }) => displayName)).toEqual([
			'Input 1: 0:Text.text: 提示词',
			'Input 2: Steps',
		]);
	});
});

/** The form as the editor gets it for an app, or in place of the one that it has. */
function formFor(appId: string | undefined, inputs?: INodeParameters) {
	const locator = { __rl: true, mode: 'id', ...(appId !== undefined && { value: appId }) };
	return chosenForm(service.credential, locator as INodeParameterResourceLocator, inputs);
}

const serviceIsDown = () =>
	service.emulator.addFault({ on: 'detail', effect: { type: 'html', status: 503 } });

it('a message replaces the form of an app that does not exist', async () => {
	const { fields, emptyFieldsNotice } = await formFor('99999999');

	expect(fields).toEqual([]);
	expect(emptyFieldsNotice).toMatch(/App 99999999 was not found.*Use the app ID.*owner's key\./);
});

it('a message with what to do replaces a form that cannot be loaded', async () => {
	serviceIsDown();

	const { fields, emptyFieldsNotice } = await formFor('54663');

	expect(fields).toEqual([]);
	expect(emptyFieldsNotice).toMatch(
		/HTTP 503.*Try again later\. To reload the inputs, reopen this panel\./,
	);
});

it("a loaded form is kept when it can't be loaded again", async () => {
	serviceIsDown();
	const inputs = { mappingMode: 'defineBelow', value: {}, schema: [{ id: 'a' }] };

	await expect(formFor('54663', inputs)).rejects.toThrow('HTTP 503');
});

it('a notice names the inputs where the editor shows no form, and replaces an earlier one', async () => {
	const { emptyFieldsNotice } = await formFor('54663', { mappingMode: 'autoMapInputData' });

	expect(emptyFieldsNotice).toBe(
		'The inputs of this app: Prompt, Negative Prompt, Steps, Sampler, Scheduler, Width, Height, Seed.',
	);
});

it('the names of a hostile app contain nothing that the editor runs', async () => {
	const { emptyFieldsNotice } = await formFor('57012');

	expect(emptyFieldsNotice).toMatch(/^The inputs of this app: /);
	expect(emptyFieldsNotice).not.toMatch(/[<>]|\{\{|\$fromAI/);
});

it('a message says if the expression has no app yet', async () => {
	const { fields, emptyFieldsNotice } = await formFor(undefined);

	expect(fields).toEqual([]);
	expect(emptyFieldsNotice).toBe('No app is set yet.');
});

it("n8n's own message in place of a form is escaped as well", async () => {
	const message = 'No credential <a href="https://evil.example/login">1</a>';
	const ctx = {
		getNode: () => nodeWith({}),
		getCurrentNodeParameter: (name: string, options?: object) =>
			name !== 'appId' ? undefined : options ? '54663' : { value: '54663' },
		getCredentials: async () => {
			throw new NodeOperationError(nodeWith({}), message, { description: '<b>Sign in</b>' });
		},
	} as unknown as ILoadOptionsFunctions;

	const { emptyFieldsNotice } = await new AiApp().methods.resourceMapping.getInputs.call(ctx);

	expect(emptyFieldsNotice).toMatch(/^No credential ‹a href="https:.*›1‹\/a›\. ‹b›Sign in‹\/b› To/);
});

it('a message in place of a form is escaped, because the editor renders HTML', async () => {
	const { emptyFieldsNotice } = await formFor('<b>54663</b>');

	expect(emptyFieldsNotice).toContain(`"‹b›54663‹/b›" isn't an app ID`);
	expect(emptyFieldsNotice).toMatch(/which contains the number\.$/);
});

const DEFAULTS_AS_TEXT = 57011;

const appsWithInputs = SAMPLE_APPS.filter(({ inputs }) => inputs.length > 0);

function sampleForm(appId: number) {
	return chosenForm(service.credential, { __rl: true, mode: 'id', value: String(appId) });
}

/** n8n's complaints about a node before it runs it; null for none. */
function issuesOf(parameters: Parameters) {
	const { description } = new AiApp();
	const node = nodeWith(parameters);
	return NodeHelpers.getNodeParametersIssues(description.properties, node, description);
}

it.each(appsWithInputs.map(({ name, id }) => [name, id] as const))(
	"the form of %s passes n8n's validation without file inputs, and the service accepts it",
	async (_, appId) => {
		const inputs = withoutFiles(prefilled(await sampleForm(appId)));
		const parameters = runForm({}, { inputs, waitMode: 'none' }, appId);

		expect(issuesOf(parameters)).toBeNull();
		const { error } = await service.run({ parameters });

		expect(error).toBeUndefined();
		expect(service.creates()).toBe(1);
	},
);

it("a value that isn't one of the choices fails n8n's validation", async () => {
	const inputs = prefilled(await sampleForm(DEFAULTS_AS_TEXT));
	const value = { ...(inputs.value as Parameters), '1:Upscale.factor': '2' };

	const issues = issuesOf(runForm({}, { inputs: { ...inputs, value } }, DEFAULTS_AS_TEXT));

	expect(issues?.parameters).toMatchObject({
		'inputs.1:Upscale.factor': [expect.stringContaining('[1, 2, 4]')],
	});
});

it('text defaults are converted to the type of their field', async () => {
	const { fields } = await sampleForm(DEFAULTS_AS_TEXT);

	const drawn = fields.map(({ displayName, defaultValue, options }) => [
		displayName,
		defaultValue,
		options?.map(({ value }) => value),
	]);

	expect(drawn).toEqual([
		['Factor', 2, [1, 2, 4]],
		[
			'Checkpoint',
			'author-only.safetensors',
			['base.safetensors', 'turbo.safetensors', 'author-only.safetensors'],
		],
		['Style', undefined, ['ink', 'oil']],
		['State', 'true', ['true', 'false']],
		['Steps (1 to 50)', 20, undefined],
		['Denoise', 0.75, undefined],
		['Guidance (number)', undefined, undefined],
		['Tiling', true, undefined],
		[expect.stringMatching(/^Seed \(.*app default unless set/), undefined, undefined],
		[expect.stringMatching(/^Seed of the Source \(app default unless set/), undefined, undefined],
	]);
});

it('a default above 2^53 is left to the app, because n8n would round it', async () => {
	const inputs = prefilled(await sampleForm(DEFAULTS_AS_TEXT));

	await service.run({
		parameters: runForm({}, { inputs, waitMode: 'none' }, DEFAULTS_AS_TEXT),
	});

	const [task] = service.emulator.tasks();
	expect(task?.inputValues).toEqual({
		'1:Upscale.factor': 2,
		'2:Loader.checkpoint': 'author-only.safetensors',
		'4:Switch.state': 'true',
		'5:KSampler.steps': 20,
		'5:KSampler.denoise': 0.75,
		'6:Tiling.enabled': true,
	});
});
