import { checkOf } from './inputChecks.mts';
import type { Parameters } from './instance.mts';
import { onTask, PROMPT, runForm, useService } from './service.mts';

/** The editor stores none of these, but files and language models write workflows too. */

const service = useService();
const cat = (more: object): Parameters => runForm({ [PROMPT]: 'a cat' }, more as Parameters);

describe('a value that a parameter does not offer is rejected before anything is read', () => {
	it.each<[string, object, string, string]>([
		['Wait Mode', { waitMode: 'completion' }, "'Wait Mode' has no option", '(poll)'],
		['Specify Inputs', { specifyInputs: 'form' }, "'Specify Inputs' has no option", '(fields)'],
		['Seed', { options: { seedMode: 'randomize' } }, "'Seed' has no option", '(random)'],
		['On Timeout', { limits: { onTimeout: 'cancel' } }, "'On Timeout' has no option", '(stop)'],
	])('%s', async (_, more, message, description) => {
		const { error } = await service.run({ parameters: cat(more) });

		expect(error?.message).toContain(message);
		expect(error?.description).toContain(description);
		expect(service.emulator.requests()).toEqual([]);
	});

	it('also one that an expression does not return', async () => {
		const parameters = cat({ options: { seedMode: '={{ $json.typo }}' } });

		const { error } = await service.run({ parameters });

		expect(error?.message).toBe("'Seed' has no option nothing");
	});

	it('Task: Wait for Completion is no exception', async () => {
		const parameters = onTask('wait', 'r-1', { limits: { onTimeout: 'cancel' } });

		const { error } = await service.run({ parameters });

		expect(error?.message).toContain("'On Timeout' has no option");
		expect(service.emulator.requests()).toEqual([]);
	});
});

describe('a form without values by input is rejected before anything is read', () => {
	it.each<[string, unknown]>([
		['automatic mapping', { mappingMode: 'autoMapInputData', value: null }],
		['the values alone', { [PROMPT]: 'a cat' }],
		['values that are text', { mappingMode: 'defineBelow', value: `${PROMPT}=a cat` }],
		['a list', [{ id: PROMPT, value: 'a cat' }]],
		['text', 'autoMapInputData'],
	])('%s', async (_, inputs) => {
		const { error } = await service.run({ parameters: cat({ inputs }) });

		expect(error?.message).toBe("'App Inputs' doesn't contain values by input");
		expect(error?.description).toMatch(/"mappingMode": "defineBelow".*You weren't charged\.$/);
		expect(service.emulator.requests()).toEqual([]);
	});

	it.each<[string, unknown]>([
		['nothing', {}],
		['no value', { mappingMode: 'defineBelow', value: null }],
		['values without a mode', { value: { [PROMPT]: 'a cat' } }],
	])('but not one with %s', async (_, inputs) => {
		const { error } = await service.run({ parameters: cat({ inputs }) });

		expect(error).toBeUndefined();
		expect(service.creates()).toBe(1);
	});
});

describe('an override without an input is rejected before anything is read', () => {
	it.each<[string, object]>([
		['none at all', { value: 'a dog' }],
		['under another name', { name: PROMPT, value: 'a dog' }],
		['left empty by its expression', { key: '={{ $json.typo }}', value: 'a dog' }],
		['with an expression as value', { value: '={{ $json.typo }}' }],
	])('%s', async (_, row) => {
		const { error } = await service.run({ parameters: cat({ overrideInputs: { values: [row] } }) });

		expect(error?.message).toBe("'Override Inputs' has a value without an input [item 0]");
		expect(service.emulator.requests()).toEqual([]);
	});

	it.each<[string, unknown]>([
		['no row', {}],
		['an empty list', { values: [] }],
		['a row that was only added', { values: [{ key: '', value: '' }] }],
	])('but not %s', async (_, overrideInputs) => {
		const { error } = await service.run({ parameters: cat({ overrideInputs }) });

		expect(error).toBeUndefined();
	});
});

it('App: Check Inputs lists them, and reads the app', async () => {
	const more = { inputs: { mappingMode: 'autoMapInputData' }, options: { seedMode: 'randomize' } };
	const parameters = checkOf(cat({ ...more, overrideInputs: { values: [{ value: 'a dog' }] } }));

	const { outputs } = await service.run({ parameters });

	expect(outputs[0]?.[0]?.json).toMatchObject({
		valid: false,
		invalid_inputs: [
			{ message: expect.stringContaining('without an input') },
			{ message: expect.stringContaining("doesn't contain values") },
			{ message: expect.stringContaining("'Seed' has no option") },
		],
	});
});
