import fc from 'fast-check';
import { canonicalJson } from '../../client/json';
import { createLedgerKeys } from '../../client/ledgerKeys';

it('equal work gets the same key in every try, whatever the order of its members', () => {
	const firstTry = createLedgerKeys();
	const secondTry = createLedgerKeys();

	expect(firstTry({ app: 1, values: { a: 1, b: 2 } })).toBe(
		secondTry({ values: { b: 2, a: 1 }, app: 1 }),
	);
});

it('items that ask for the same are told apart by their order among equals', () => {
	const firstTry = createLedgerKeys();
	const first = ['cat', 'dog', 'cat', 'cat'].map((prompt) => firstTry({ prompt }));
	const secondTry = createLedgerKeys();
	const second = ['dog', 'cat', 'cat', 'cat'].map((prompt) => secondTry({ prompt }));

	expect(new Set(first).size).toBe(4);
	expect([...second].sort()).toEqual([...first].sort());
});

it.each([
	['a number and its text', { a: 1 }, { a: '1' }],
	['true and its text', { a: true }, { a: 'true' }],
	['another key', { a: 1 }, { b: 1 }],
	['a list in another order', [1, 2], [2, 1]],
	['a nested value', { a: { b: 1 } }, { a: { b: 2 } }],
])('%s: another key', (_, one, other) => {
	expect(createLedgerKeys()(one)).not.toBe(createLedgerKeys()(other));
});

it('a key tells nothing of the inputs', () => {
	expect(createLedgerKeys()({ prompt: 'a secret' })).toMatch(/^[0-9a-f]{32}:0$/);
});

it('canonical JSON reads back as the same value', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
		}),
	);
});
