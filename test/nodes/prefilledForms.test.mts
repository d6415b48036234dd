import { NodeHelpers } from 'n8n-workflow';
import { SAMPLE_APPS } from '../../emulator/index.mts';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { chosenForm, prefilled } from './editor.mts';
import { nodeWith, type Parameters } from './instance.mts';
import { runForm, useService } from './service.mts';

const service = useService();
const DEFAULTS_AS_TEXT = 57011;

const appsWithInputs = SAMPLE_APPS.filter(({ inputs }) => inputs.length > 0);

function formOf(appId: number) {
	return chosenForm(service.credential, { __rl: true, mode: 'id', value: String(appId) });
}

/** n8n's complaints about a node before it runs it; null for none. */
function issuesOf(parameters: Parameters) {
	const { description } = new AiApp();
	const node = nodeWith(parameters);
	return NodeHelpers.getNodeParametersIssues(description.properties, node, description);
}

it.each(appsWithInputs.map(({ name, id }) => [name, id] as const))(
	"the unchanged form of %s passes n8n's validation, and the service accepts it",
	async (_, appId) => {
		const inputs = prefilled(await formOf(appId));
		const parameters = runForm({}, { inputs, waitMode: 'none' }, appId);

		expect(issuesOf(parameters)).toBeNull();
		const { error } = await service.run({ parameters });

		expect(error).toBeUndefined();
		expect(service.creates()).toBe(1);
	},
);

it("a value that isn't one of the choices fails n8n's validation", async () => {
	const inputs = prefilled(await formOf(DEFAULTS_AS_TEXT));
	const value = { ...(inputs.value as Parameters), '1:Upscale.factor': '2' };

	const issues = issuesOf(runForm({}, { inputs: { ...inputs, value } }, DEFAULTS_AS_TEXT));

	expect(issues?.parameters).toMatchObject({
		'inputs.1:Upscale.factor': [expect.stringContaining('[1, 2, 4]')],
	});
});

it('text defaults are converted to the type of their field', async () => {
	const { fields } = await formOf(DEFAULTS_AS_TEXT);

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
		['Guidance', undefined, undefined],
		['Tiling', true, undefined],
		[expect.stringMatching(/^Seed \(.*app default unless set/), undefined, undefined],
		[expect.stringMatching(/^Seed of the Source \(app default unless set/), undefined, undefined],
	]);
});

it('a default above 2^53 is left to the app, because n8n would round it', async () => {
	const inputs = prefilled(await formOf(DEFAULTS_AS_TEXT));

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
