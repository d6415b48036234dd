import { RANDOM_SEED } from '../../client/inputs/resolve';
import { chosenForm, prefilled } from './editor.mts';
import type { Parameters } from './instance.mts';
import { onTask, PROMPT, runForm, runModel, useService } from './service.mts';

/** Names that every object has a member of, or that n8n and its HTTP library skip. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

const service = useService();

/** The service describes an app with these inputs from now on. */
function appHas(...inputs: object[]): void {
	const input_nodes = [{ variable_name: PROMPT, field_type: 'string' }, ...inputs];
	const body = { code: 20000, data: { input_nodes } };
	const effect = { type: 'answer', status: 200, body } as const;
	service.emulator.addFault({ on: 'detail', times: Infinity, effect });
}

const json = (name: string): Parameters => {
	const inputsJson = `{"${PROMPT}": "a cat", "${name}": "mine"}`;
	return { ...runForm({}), waitMode: 'none', specifyInputs: 'json', inputsJson };
};
const override = (name: string): Parameters =>
	runForm({ [PROMPT]: 'a cat' }, {
		waitMode: 'none',
		overrideInputs: { values: [{ key: name, value: 'mine' }] },
	} as Parameters);

/** What the service received, member by member. */
const received = () => Object.entries(service.emulator.tasks()[0]?.inputValues ?? {});

describe.each(NAMES)('an input that is called %s', (name) => {
	it.each([
		['JSON', json],
		['an override', override],
	])('reaches the service from %s if the app has it', async (_, parameters) => {
		appHas({ variable_name: name, field_type: 'string' });

		const { error } = await service.run({ parameters: parameters(name) });

		expect(error).toBeUndefined();
		expect(received()).toContainEqual([name, 'mine']);
	});

	it.each([
		['JSON', json],
		['an override', override],
	])('is rejected in %s if the app lacks it', async (_, parameters) => {
		appHas();

		const { error } = await service.run({ parameters: parameters(name) });

		expect(error?.message).toBe(`The app has no input "${name}"`);
		expect(service.creates()).toBe(0);
	});

	it('reaches the service from the form, under an ID that n8n and its editor keep', async () => {
		appHas({ variable_name: name, field_type: 'string', field_value: 'mine' });
		const locator = { __rl: true, mode: 'id', value: '54663' };
		const form = await chosenForm(service.credential, locator);
		const parameters = runForm({}, { inputs: prefilled(form), waitMode: 'none' });

		const { error } = await service.run({ parameters });

		expect(error).toBeUndefined();
		expect(received()).toContainEqual([name, 'mine']);
		expect(form.fields.map(({ id }) => id)).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/^(__proto__|constructor|prototype)$/)]),
		);
	});

	it('is drawn like any other seed', async () => {
		appHas({ variable_name: name, field_type: 'seed', field_value: 5 });
		const parameters = { ...json('x'), inputsJson: `{"${PROMPT}": "a cat"}` };

		await service.run({ parameters: { ...parameters, options: { seedMode: RANDOM_SEED } } });

		expect(received()).toContainEqual([name, expect.any(Number)]);
	});
});

describe.each(NAMES)('the name %s', (name) => {
	it('is a model that the service does not have', async () => {
		const { error } = await service.run({ parameters: runModel({ modelPath: name }) });

		expect(error?.message).toContain("The service didn't accept the inputs");
	});

	it('is no operation', async () => {
		const { error } = await service.run({ parameters: onTask(name, 'r-1') });

		expect(error?.message).toBe(`This node has no operation "${name}" for "task"`);
	});

	it('is a parameter of a model', async () => {
		await service.run({
			parameters: runModel({ modelParameters: `{"prompt": "a cat", "${name}": "mine"}` }),
		});

		const sent = service.emulator.requests().find(({ method }) => method === 'POST');
		expect(JSON.stringify(sent?.body)).toContain(`"${name}":"mine"`);
	});
});
