import { chosenForm } from './editor.mts';
import { runForm, useService } from './service.mts';

const service = useService();

/** The form as the editor gets it for an app. */
function formOf(appId: string) {
	return chosenForm(service.credential, { __rl: true, mode: 'id', value: appId });
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

it('shows every input of every sample app, except hidden ones', async () => {
	for (const appId of ['54663', '54716', '56258', '57001', '57002', '57004']) {
		const { fields } = await formOf(appId);
		expect(fields.length).toBeGreaterThan(0);
		expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
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

it('of a private app is read with the API key', async () => {
	expect((await formOf('57005')).fields.length).toBeGreaterThan(0);
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
		expect(hints).toEqual([expect.stringContaining('have changed since the form was loaded')]);
	});
});

it('overrides replace values of the form, by key or by label', async () => {
	await service.run({
		parameters: runForm(
			{ '6:CLIPTextEncode.text': 'form', '3:KSampler.steps': 5 },
			{
				overrideInputs: {
					values: [
						{ key: '6:CLIPTextEncode.text', value: 'key' },
						{ key: 'Steps', value: '7' },
					],
				},
			},
		),
	});

	expect(service.emulator.tasks()[0]?.inputValues).toMatchObject({
		'6:CLIPTextEncode.text': 'key',
		'3:KSampler.steps': 7,
	});
});
