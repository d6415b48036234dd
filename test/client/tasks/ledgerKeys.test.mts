import fc from 'fast-check';
import { canonicalJson } from '../../../client/parsing/scalars';
import {
	createClaims,
	withoutSeeds,
	type LeftWork,
	type PaidWork,
} from '../../../client/tasks/ledgerKeys';

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

it('equal items find their entries in every attempt, whatever their order', () => {
	const works = ['a cat', 'a dog', 'a fox'].map((text) => prompt(text));
	const left = leftBy(works);

	const again = keysOf([...works].reverse(), left);

	expect(again).toEqual(left.map(({ key }) => key).reverse());
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

describe('a seed that an expression generates in each attempt', () => {
	it("doesn't hide the entry of an earlier attempt", () => {
		const left = leftBy([prompt('a cat', 1), prompt('a dog', 2)]);

		expect(keysOf([prompt('a cat', 3), prompt('a dog', 4)], left)).toEqual(
			left.map(({ key }) => key),
		);
	});

	it('is also recognized by its label', () => {
		const byLabel = (seed: number): PaidWork => ({ of: APP, inputs: [['Seed', seed]] });
		const left = leftBy([byLabel(1)]);

		expect(keysOf([byLabel(2)], left)).toEqual(left.map(({ key }) => key));
	});

	it('keeps a separate entry for each of several seeds of one prompt', () => {
		const left = leftBy([prompt('a cat', 1), prompt('a cat', 2), prompt('a cat', 3)]);

		const [ofThree, ofTwo] = keysOf([prompt('a cat', 3), prompt('a cat', 2)], left);

		expect(ofThree).toBe(left[2]?.key);
		expect(ofTwo).toBe(left[1]?.key);
	});

	it('never uses an entry that another item matches exactly', () => {
		const left = leftBy([prompt('a cat', 2)]);

		const [ofNine, ofTwo] = keysOf([prompt('a cat', 9), prompt('a cat', 2)], left);

		expect(ofTwo).toBe(left[0]?.key);
		expect(ofNine).not.toBe(left[0]?.key);
	});
});

describe('an idempotency key', () => {
	const order = (text: string): PaidWork => ({ ...prompt(text), idempotencyKey: 'order-17' });

	it('identifies the item, whatever its inputs', () => {
		const left = leftBy([order('a cat')]);

		expect(keysOf([order('a dog')], left)).toEqual(left.map(({ key }) => key));
	});

	it('remembers the inputs but for the seeds', () => {
		const withSeed = (seed: number) => ({ ...order('a cat'), ...prompt('a cat', seed) });
		const inputsOf = (work: PaidWork) => withoutSeeds(work, seedInputs);

		expect(inputsOf(withSeed(1))).toBe(inputsOf(withSeed(2)));
		expect(inputsOf(withSeed(1))).not.toBe(inputsOf(order('a dog')));
		expect(inputsOf(withSeed(1))).not.toBe(inputsOf(prompt('a cat', 1)));
	});

	it('is specific to its app', () => {
		const ofOtherApp = { ...order('a cat'), of: '1' };

		expect(keysOf([order('a cat')])).not.toEqual(keysOf([ofOtherApp]));
	});
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
