import fc from 'fast-check';
import type { FaultEffect } from '../../../emulator/index.mts';
import { canonicalJson } from '../../../client/parsing/scalars';
import {
	createClaims,
	type LeftWork,
	type PaidWork,
	withoutSeeds,
} from '../../../client/tasks/ledgerKeys';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();

function creates(): number {
	return service.requests('create').length;
}

it('the ledger notes that a create is sent, and its request ID as soon as it is known', async () => {
	const seen: unknown[] = [];
	const work = createWork(service);
	const seeds = { '30:Seed (rgthree).seed': 7 };
	service.emulator.addFault({ on: 'create', effect: { type: 'delay', ms: 1_000 } });
	service.time.after(500, () => seen.push(work.entry()));

	const { requestId, attached } = await work.attempt({ seeds });

	expect(seen).toEqual([{ tasks: [{}] }]);
	expect(work.entry()).toEqual({ tasks: [{ requestId, seeds }] });
	expect(work.created).toEqual([requestId]);
	expect(attached).toBe(false);
});

describe('a retry of the same item', () => {
	it.each<[string, number, object, FaultEffect | undefined]>([
		['is queuing', 300, {}, undefined],
		['is preparing', 700, {}, undefined],
		['was created a second ago', 1_000, {}, undefined],
		['is running', 2_000, {}, undefined],
		['ended in success', 60_000, {}, undefined],
		["can't be found yet", 1, { notFoundMs: 5_000 }, undefined],
		['was read without a response once', 1_000, {}, { type: 'reset', when: 'before' }],
	])('attaches to a task that %s, and prepares no inputs', async (_, age, plan, effect) => {
		service.emulator.plan(plan);
		const work = createWork(service);
		const first = await work.attempt({ seeds: { seed: 7 } });
		await service.time.sleep(age);
		if (effect) service.emulator.addFault({ on: 'status', effect });
		const makeOrder = jest.fn();

		const second = await work.attempt({ seeds: { seed: 8 }, makeOrder });

		expect(second).toEqual({ requestId: first.requestId, seeds: { seed: 7 }, attached: true });
		expect(makeOrder).not.toHaveBeenCalled();
		expect(creates()).toBe(1);
	});

	it.each([
		['failed', { outcome: 'Failed' }],
		['was canceled', { queuingMs: 60_000 }],
	] as const)('creates a new task when the first one %s', async (how, plan) => {
		service.emulator.plan(plan);
		const work = createWork(service);
		const first = await work.attempt();
		if (how === 'was canceled') await service.client.tasks.cancel(first.requestId);
		await service.time.sleep(10_000);

		const second = await work.attempt();

		expect(second.requestId).not.toBe(first.requestId);
		expect(work.entry()).toMatchObject({
			tasks: [{ requestId: first.requestId }, { requestId: second.requestId }],
		});
		expect(creates()).toBe(2);
	});

	it("creates nothing while the status of the first task can't be read, and names that task", async () => {
		const work = createWork(service);
		const first = await work.attempt();
		service.emulator.addFault({
			on: 'status',
			effect: { type: 'answer', status: 503 },
			times: Infinity,
		});

		const error = await errorOf(() => work.attempt());

		expect(error).toMatchObject({ kind: 'service_error', details: { requestId: first.requestId } });
		expect(work.entry()).toMatchObject({ tasks: [{ requestId: first.requestId }] });
		expect(creates()).toBe(1);
	});
});

describe('a create without a response', () => {
	it('is not repeated, and the message is the same', async () => {
		const work = createWork(service, { tasks: [{}] });

		const error = await errorOf(() => work.attempt());

		expect(error.kind).toBe('unconfirmed');
		expect(creates()).toBe(0);
		expect(work.entry()).toEqual({ tasks: [{}] });
	});
});

describe('a result that was returned', () => {
	it.each([
		['in this execution of the node is used again', 3, true],
		['in an earlier turn of a loop is not: a new task is created', 2, false],
	])('%s', async (_, deliveredIn, attached) => {
		const { requestId } = await createWork(service).attempt();
		await service.time.sleep(10_000);
		const work = createWork(service, { tasks: [{ requestId }], deliveredIn });

		const again = await work.attempt({ run: 3 });

		expect([again.attached, again.requestId === requestId]).toEqual([attached, attached]);
		expect(creates()).toBe(attached ? 1 : 2);
	});
});

const APP = '54663';
const seedInputs = () => ['seed', 'Seed'];

function prompt(text: string, seed?: number): PaidWork {
	const seeds = seed === undefined ? [] : [['seed', seed] as const];
	return { of: APP, inputs: [['prompt', text], ...seeds] };
}

function claimsOf(left: readonly LeftWork[], inUse: readonly string[] = []) {
	const isInUse = (key: string) => inUse.includes(key);
	const hasEntry = (key: string) => left.some((entry) => entry.key === key);
	return createClaims({ left, isInUse, hasEntry, seedInputs });
}

/** The keys of an attempt that finds the entries of earlier ones. */
function keysOf(works: readonly PaidWork[], left: readonly LeftWork[] = []): string[] {
	return claimsOf(left)(works);
}

/** The entries of an attempt that has sent all of its creates. */
function leftBy(works: readonly PaidWork[]): LeftWork[] {
	const alike = works.map((work) => withoutSeeds(work, seedInputs));
	return keysOf(works).map((key, index) => ({ key, alike: alike[index] }));
}

const cats = (...seeds: number[]) => seeds.map((seed) => prompt('a cat', seed));
const byLabel = (seed: number): PaidWork => ({ of: APP, inputs: [['Seed', seed]] });
const [cat, dog, fox] = [prompt('a cat'), prompt('a dog'), prompt('a fox')];

it.each<[string, PaidWork[], PaidWork[], number[]]>([
	['of equal items, whatever their order', [cat, dog, fox], [fox, dog, cat], [2, 1, 0]],
	[
		'of a seed that is random',
		[prompt('a', 1), prompt('b', 2)],
		[prompt('a', 3), prompt('b', 4)],
		[0, 1],
	],
	['of a random seed that has its label', [byLabel(1)], [byLabel(2)], [0]],
	['of each of several seeds of a prompt', cats(1, 2, 3), cats(3, 2), [2, 1]],
	['of an exact match, which no other item gets', cats(2), cats(9, 2), [-1, 0]],
])('a later attempt finds the entry %s', (_, earlier, later, found) => {
	const left = leftBy(earlier);
	const keys = left.map(({ key }) => key);

	expect(keysOf(later, left).map((key) => keys.indexOf(key))).toEqual(found);
});

it('items with the same inputs have separate entries', () => {
	const works = [prompt('a cat'), prompt('a dog'), prompt('a cat'), prompt('a cat')];
	const left = leftBy(works);

	expect(new Set(left.map(({ key }) => key)).size).toBe(4);
	expect(keysOf(works, left).sort()).toEqual(left.map(({ key }) => key).sort());
});

it('an item gets the remaining entry of equal ones, and the next item gets a new one', () => {
	const [, second] = leftBy([prompt('a cat'), prompt('a cat')]);

	const keys = keysOf([prompt('a cat'), prompt('a cat')], second && [second]);

	expect(keys[0]).toBe(second?.key);
	expect(keys[1]).not.toBe(second?.key);
});

it('a key that is in use is not given to a second item', () => {
	const [key = ''] = keysOf([prompt('a cat')]);

	const [other] = claimsOf([{ key }], [key])([prompt('a cat')]);

	expect(other).not.toBe(key);
});

it.each([
	['a number and its text', { a: 1 }, { a: '1' }],
	['a nested value', { a: { b: 1 } }, { a: { b: 2 } }],
])('%s gives a different key', (_, one, other) => {
	const workOf = (values: object, files = ['x']): PaidWork => ({
		...{ of: APP, inputs: Object.entries(values), more: { files } },
	});

	expect(keysOf([workOf(one)])).not.toEqual(keysOf([workOf(other)]));
	expect(keysOf([workOf(one, ['x'])])).not.toEqual(keysOf([workOf(one, ['y'])]));
});

it('a key reveals nothing about the inputs', () => {
	expect(keysOf([prompt('a secret')])).toEqual([expect.stringMatching(/^[0-9a-f]{32}:0$/)]);
});

it('no two items ever share an entry, and no exact match is passed over', () => {
	const item = fc.tuple(fc.constantFrom('a', 'b'), fc.option(fc.nat(2), { nil: undefined }));
	const works = fc.array(item.map(([text, seed]) => prompt(text, seed)));
	fc.assert(
		fc.property(works, works, (first, second) => {
			const left = leftBy(first);
			const keys = keysOf(second, left);

			expect(new Set(keys).size).toBe(second.length);
			const found = keys.filter((key) => left.some((entry) => entry.key === key));
			expect(found.length).toBeGreaterThanOrEqual(inBoth(first, second));
		}),
	);
});

/** How many items of one list have an equal item of their own in the other. */
function inBoth(first: readonly PaidWork[], second: readonly PaidWork[]): number {
	const rest = first.map((work) => canonicalJson(work));
	return second.filter((work) => {
		const index = rest.indexOf(canonicalJson(work));
		if (index >= 0) rest.splice(index, 1);
		return index >= 0;
	}).length;
}

/** A task that the service can no longer find. */
async function forgotten() {
	const work = createWork(service);
	const { requestId } = await work.attempt();
	service.emulator.addFault({
		on: 'status',
		effect: { type: 'refuse', code: 30009 },
		times: Infinity,
	});
	return { work, requestId };
}

it('the message has the request ID and what to do, and no second task is created', async () => {
	const { work, requestId } = await forgotten();

	for (let n = 0; n < 3; n++) {
		const error = await errorOf(() => work.run());

		expect(error.kind).toBe('task_not_found');
		expect(error.message).toContain(`can no longer find it (request ID ${requestId})`);
		expect(error.advice).toContain('You may be charged.');
	}
	expect(service.requests('create')).toHaveLength(1);
	expect(work.entry()).toMatchObject({ tasks: [{ requestId }] });
});

it('a retry attaches to the task once the service finds it again', async () => {
	const { work, requestId } = await forgotten();
	await errorOf(() => work.run());
	service.emulator.clearFaults();

	expect((await work.run()).result.requestId).toBe(requestId);
	expect(service.requests('create')).toHaveLength(1);
});
