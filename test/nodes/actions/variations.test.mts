import type { Parameters } from '../instance.mts';
import { FREE, MAY_PAY } from '../moneySentences.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { photo } from '../photo.mts';
import { PROMPT, runForm, useService } from '../service.mts';

const service = useService();
const SEED = '30:Seed (rgthree).seed';
const continues = { onError: 'continueRegularOutput' as const };

function cat(options: Parameters = {}, more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, { options: { variations: 3, ...options }, ...more });
}

function seedsSent(): unknown[] {
	return service.emulator.tasks().map(({ inputValues }) => inputValues[SEED]);
}

it('creates so many tasks for an item, each with a seed of its own', async () => {
	const { outputs } = await service.run({ parameters: cat(), items: inputItems(2) });

	const json = outputs[0]?.map((item) => item.json) ?? [];
	expect(json.map(({ variation }) => variation)).toEqual([1, 2, 3, 1, 2, 3]);
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 0, 0, 1, 1, 1].map((item) => ({ item })),
	);
	expect(new Set(seedsSent()).size).toBe(6);
	expect(new Set(json.map(({ request_id }) => request_id)).size).toBe(6);
});

it.each(['none', 'keepOpen'])('wait mode %s creates as many', async (waitMode) => {
	const { outputs } = await service.run({ parameters: cat({}, { waitMode }) });

	expect(outputs[0]?.map(({ json }) => json.variation)).toEqual([1, 2, 3]);
});

it('no more tasks run at once than Max Tasks at a Time', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 10_000 });
	const begun = service.time.now();

	await service.run({ parameters: cat({ maxAtATime: 1 }) });

	expect(service.time.now() - begun).toBeGreaterThanOrEqual(30_000);
});

it('a variation that fails leaves the others alone, and its item says which it is', async () => {
	service.emulator.plan({ outcome: 'Failed' }, { times: 1 });

	const { outputs } = await service.run({
		parameters: cat({ maxAtATime: 1 }),
		settings: continues,
	});

	expect(outputs[0]?.[0]?.json.details).toMatchObject({ kind: 'failed', variation: 1 });
	expect(outputs[0]?.slice(1).map(({ json }) => json.status)).toEqual(['Success', 'Success']);
});

it('a retry of the node creates only what is missing', async () => {
	service.emulator.plan({ outcome: 'Failed' }, { times: 1 });

	const { error, outputs } = await service.run({
		parameters: cat({ maxAtATime: 1 }),
		settings: { retryOnFail: true, maxTries: 2 },
	});

	expect(error).toBeUndefined();
	expect(outputs[0]).toHaveLength(3);
	expect(service.creates()).toBe(4);
});

it('what does not fit an item is told once', async () => {
	const { outputs } = await service.run({
		parameters: cat(
			{},
			{
				inputs: {
					mappingMode: 'defineBelow',
					value: { nonsense: 1 },
					matchingColumns: [],
					schema: [],
				},
			},
		),
		settings: continues,
	});

	expect(outputs[0]).toHaveLength(1);
	expect(service.creates()).toBe(0);
});

it('a variation beyond a limit is a failed item like any other', async () => {
	const { outputs } = await service.run({
		parameters: cat({ maxTasks: 2 }),
		items: inputItems(2),
		settings: continues,
	});

	const kinds = outputs[0]?.map(
		({ json }) => (json.details as { kind?: string } | undefined)?.kind ?? 'result',
	);
	expect(kinds).toEqual(['result', 'result', 'budget', 'budget', 'budget', 'budget']);
	expect(outputs[0]?.[3]?.json.details).toMatchObject({ variation: 1, status: 'NotCreated' });
	expect(service.creates()).toBe(2);
});

it('more than 10,000 tasks in a run are rejected before anything is asked of the service', async () => {
	const { error } = await service.run({
		parameters: cat({ variations: 50 }),
		items: inputItems(201),
	});

	expect(error?.message).toContain('10000');
	expect(error?.description).toContain(FREE);
	expect(service.creates()).toBe(0);
});

it('with Pause Execution, an item has one task, although the workflow has variations', async () => {
	const { outputs } = await service.run({
		parameters: cat({}, { waitMode: 'pause' }),
		items: inputItems(2),
	});

	expect(outputs[0]?.map(({ json }) => json.status)).toEqual(['Waiting', 'Waiting']);
	expect(service.creates()).toBe(2);
});

describe('a hint says that variations may be the same', () => {
	it('it says so if the app has no seed input', async () => {
		const values = { '18:LoadImage.image': 'data', '27:LayerColor: Levels.gray_point': 20 };
		const { hints } = await service.run({
			parameters: runForm(values, { options: { variations: 2 } }, 56258),
			items: [{ json: {}, binary: { data: await photo(service) } }],
		});

		expect(hints.join()).toContain('no seed input');
	});

	it('it says so if the seed is overridden', async () => {
		const overrideInputs = { values: [{ key: SEED, value: '7' }] };
		const { hints } = await service.run({ parameters: cat({}, { overrideInputs }) });

		expect(hints.join()).toContain('the variations of an item may be the same');
		expect(seedsSent()).toEqual([7, 7, 7]);
	});

	it('it says nothing otherwise', async () => {
		const { hints } = await service.run({ parameters: cat() });

		expect(hints.join()).not.toContain('may be the same');
	});
});

describe('a hint says that items have the same inputs', () => {
	const of = async (seed: unknown, more: Parameters = {}) => {
		const parameters = runForm({ [PROMPT]: '={{ $json.prompt }}', [SEED]: seed } as never, more);
		const items = ['a cat', 'a dog', 'a cat', 'a cat'].map((prompt) => ({ json: { prompt } }));
		const { error, hints } = await service.run({ parameters, items });

		expect(error).toBeUndefined();
		return hints.filter((hint) => hint.includes('seed'));
	};

	it('it says so once, if their seed is a fixed number', async () => {
		expect(await of(7)).toEqual([
			"The inputs of 2 items equal those of an earlier item, seed included, so their results may look alike, each at full cost. To get different results, set the option 'Seed Mode' to 'Random for Each Item'. To create one task for equal items, add a Remove Duplicates node before this one.",
		]);
	});

	it.each<[string, unknown, Parameters]>([
		['seeds differ', '={{ $itemIndex }}', {}],
		['the seed is -1, which may be random', -1, {}],
		['the seed is left out', null, {}],
		['random seeds are drawn', 7, { options: { seedMode: 'random' } }],
	])("it doesn't if %s", async (_, seed, more) => {
		expect(await of(seed, more)).toEqual([]);
	});

	it("it doesn't if they send files, which may differ", async () => {
		const values = { '1:Picture.image': 'data', '8:KSampler.seed': 7 };
		const items = ['a.png', 'b.png'].map(async (name) => ({
			...{ json: {}, binary: { data: await photo(service, name) } },
		}));

		const { hints } = await service.run({
			parameters: runForm(values, {}, 57004),
			items: await Promise.all(items),
		});

		expect(service.creates()).toBe(2);
		expect(hints.join()).not.toContain('equal those');
	});
});

it('a retry of the node fails if the app cannot be read for a missing one', async () => {
	service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20094 }, skip: 2 });
	service.emulator.addFault({ on: 'detail', effect: { type: 'refuse', code: 20052 }, skip: 1 });

	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { options: { variations: 3, maxAtATime: 1 } }),
		settings: { retryOnFail: true, maxTries: 2 },
	});

	expect(error?.message).toContain('API key');
	expect(service.creates()).toBe(3);
});

it('a limit that refuses one in a retry leaves no task of the others out', async () => {
	service.emulator.plan({ queuingMs: 600_000 }, { times: 1 });
	service.emulator.plan({ outputs: 'rejected' }, { times: 1 });
	const more = {
		options: { variations: 3, maxAtATime: 1, maxQueueMinutes: 0.1, maxBilledSeconds: 1 },
	};

	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, more),
		settings: { retryOnFail: true, maxTries: 2, onError: 'continueRegularOutput' },
	});

	const [canceled, rejected] = service.emulator.tasks().map(({ requestId }) => requestId);
	expect(outputs[0]?.map(({ json }) => json.details)).toMatchObject([
		{
			kind: 'budget',
			request_id: canceled,
			description: expect.stringContaining(FREE),
		},
		{
			kind: 'budget',
			request_id: rejected,
			description: expect.stringContaining(MAY_PAY),
		},
		{ kind: 'budget', variation: 3, description: expect.stringContaining(FREE) },
	]);
});
