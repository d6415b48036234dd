import { overrides, useInputChecks } from './inputChecks.mts';
import type { Parameters } from './instance.mts';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();
const { checkOne } = useInputChecks(service);

const STEPS = '3:KSampler.steps';
const SAMPLER = '3:KSampler.sampler_name';
const SEED = '30:Seed (rgthree).seed';
const RANDOM = { options: { seedMode: 'random' } };

describe('App: Check Inputs returns the values that App: Run sends', () => {
	const json = (values: object) => ({ specifyInputs: 'json', inputsJson: JSON.stringify(values) });

	it.each<[string, Parameters]>([
		['of the form', runForm({ [PROMPT]: 'a cat', [STEPS]: '12', [SAMPLER]: '', [SEED]: 7 })],
		['of JSON', runForm({}, json({ [PROMPT]: '', [STEPS]: 12 }))],
		['with overrides', runForm({ [STEPS]: 500 }, overrides({ key: 'Steps', value: '5' }))],
		['if there are none', runForm({})],
		['of another app', runForm({ '12:Toggle.enabled': 'false' }, {}, 54716)],
	])('%s', async (_, parameters) => {
		const { input_values: checked } = await checkOne(parameters);
		const { error } = await service.run({ parameters });

		expect(error).toBeUndefined();
		expect(service.emulator.tasks().map(({ inputValues }) => inputValues)).toEqual([checked]);
	});

	it('except for random seeds, which Run draws', async () => {
		const parameters = runForm({ [PROMPT]: 'a cat', [SEED]: 7 }, RANDOM);
		const { input_values: checked } = await checkOne(parameters);
		await service.run({ parameters });

		expect(checked).toEqual({ [PROMPT]: 'a cat', [SEED]: 'random' });
		const sent = service.emulator.tasks()[0]?.inputValues ?? {};
		expect({ ...sent, [SEED]: 'random' }).toEqual(checked);
		expect(sent[SEED]).toEqual(expect.any(Number));
	});

	it('and App: Run takes them as JSON, random seeds included', async () => {
		const { input_values: checked } = await checkOne(runForm({ [PROMPT]: 'a cat' }, RANDOM));
		const given = json({ ...(checked as object), Width: 640 });
		const { error } = await service.run({ parameters: runForm({}, { ...given, ...RANDOM }) });

		expect(error).toBeUndefined();
		expect(checked).toMatchObject({ [SEED]: 'random' });
		const sent = service.emulator.tasks().map(({ inputValues }) => inputValues);
		expect(sent).toMatchObject([{ [PROMPT]: 'a cat', [SEED]: expect.any(Number) }]);
	});

	it('and nothing is charged for a random seed that App: Run was not told to generate', async () => {
		const { error } = await service.run({ parameters: runForm({}, json({ [SEED]: 'random' })) });

		expect(error?.message).toContain('must be a number');
		expect(service.creates()).toBe(0);
	});

	it('and a seed that is overridden stays', async () => {
		const more = { ...RANDOM, ...overrides({ key: 'Seed', value: '7' }) };
		const { input_values: checked } = await checkOne(runForm({ [PROMPT]: 'a cat' }, more));

		expect(checked).toEqual({ [PROMPT]: 'a cat', [SEED]: 7 });
	});
});
