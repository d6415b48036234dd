import { createRunExecutionData, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { useInputChecks } from '../inputChecks.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { PROMPT, runForm, useService } from '../service.mts';
import { callNode } from '../toolCalls.mts';

const service = useService();
const { checkOne } = useInputChecks(service);

const SEED = '30:Seed (rgthree).seed';
const STEPS = '3:KSampler.steps';
const ODD_KEYS_APP = 57001;

const SCHEMA = [{ id: PROMPT, displayName: 'Prompt', defaultValue: 'A lighthouse at dawn' }];

/** With what the editor keeps beside the mode, out of sight. */
const auto = (stored: object = {}) =>
	({
		mappingMode: 'autoMapInputData',
		value: null,
		schema: [],
		...stored,
	}) as unknown as Parameters;
const mapped = (more: Parameters = {}) => runForm({}, { inputs: auto(), ...more });
const rows = (...all: readonly IDataObject[]): INodeExecutionData[] =>
	all.map((json) => ({ json }));
const sent = () => service.emulator.tasks().map(({ inputValues }) => inputValues);

describe('what the editor keeps of the form', () => {
	it.each([
		['the defaults of the app', { [PROMPT]: 'A lighthouse at dawn', [STEPS]: 9 }],
		['expressions, which may fail', { [PROMPT]: '={{ $json.scene.text.trim() }}' }],
	])('is not used: %s', async (_, value) => {
		const parameters = mapped({ inputs: auto({ value, schema: SCHEMA }) });

		const { error } = await service.run({ parameters, items: rows({ Prompt: 'a cat' }) });

		expect(error).toBeUndefined();
		expect(sent()).toEqual([{ [PROMPT]: 'a cat' }]);
	});

	it('of another app gives no line about a form that is out of date', async () => {
		const schema = [{ id: 'gone', displayName: 'Gone' }];
		const parameters = mapped({ inputs: auto({ value: { gone: 'x' }, schema }) });

		const { hints } = await service.run({ parameters, items: rows({ Prompt: 'a cat' }) });

		expect(hints.join()).not.toContain('or the app has changed');
	});

	it('must be from a form: values that somebody has written are meant', async () => {
		const parameters = mapped({ inputs: auto({ value: { [PROMPT]: 'a dog' } }) });

		const { error } = await service.run({ parameters, items: rows({ Prompt: 'a cat' }) });

		expect(error).toMatchObject({
			message: "'App Inputs' has values, but takes them from the fields of the items",
			description: expect.stringContaining('"mappingMode": "defineBelow"'),
		});
		expect(error?.description).toContain(FREE);
		expect(service.emulator.requests()).toEqual([]);
	});
});

it('an expression chooses the app of each item', async () => {
	const value = '={{ $json.app }}';
	const parameters = mapped({ appId: { __rl: true, mode: 'id', value } as Parameters });
	const items = rows({ app: 54663, Prompt: 'a cat' }, { app: ODD_KEYS_APP, 中文标签: '绿' });

	const { error } = await service.run({ parameters, items });

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()).toMatchObject([
		{ appId: 54663, inputValues: { [PROMPT]: 'a cat' } },
		{ appId: ODD_KEYS_APP, inputValues: { '中文:节点.字段': '绿' } },
	]);
});

it('a random seed replaces the field of an item, in each of its variations', async () => {
	const more = { options: { variations: 2 } };
	const items = rows({ Prompt: 'a cat', Seed: 7 });

	const { outputs } = await service.run({ parameters: mapped(more), items });

	const seeds = sent().map((values) => values?.[SEED]);
	expect(new Set([7, ...seeds]).size).toBe(3);
	expect(outputs[0]?.map(({ json }) => json['seeds'])).toEqual(
		seeds.map((seed) => ({ [SEED]: seed })),
	);
});

it('App: Check Inputs returns what App: Run takes from JSON', async () => {
	const { input_values } = await checkOne(mapped({ options: { seedMode: 'random' } }), {
		json: { Prompt: 'a cat', Steps: '12' },
	});

	expect(input_values).toEqual({ [PROMPT]: 'a cat', [STEPS]: 12, [SEED]: 'random' });
});

it('a retry continues with the tasks of the items', async () => {
	const items = rows({ Prompt: 'a cat' }, { Prompt: 'a dog' });
	service.emulator.plan({ runningMs: 10_000 }, { times: 1 });
	const settings = { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3 } as const;
	const parameters = mapped({ options: { maxWaitMinutes: 0.1 } } as Parameters);

	const { outputs } = await service.run({ parameters, items, settings });

	expect(outputs[0]?.map(({ json }) => json['status'])).toEqual(['Success', 'Success']);
	expect(service.creates()).toBe(2);
});

it('a tool is told to name its inputs: a model gives it no fields', async () => {
	const credential = service.credential;
	const data = createRunExecutionData();

	const [item] = await callNode({
		...{ credential, data, parameters: mapped() },
		item: { json: { Prompt: 'a cat' } },
		node: { onError: 'continueRegularOutput' },
	});

	expect(item?.json['error'] ?? item?.json['message']).toContain("doesn't contain values by input");
	expect(service.creates()).toBe(0);
});
