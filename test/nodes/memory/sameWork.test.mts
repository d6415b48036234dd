import { hashOf, identityOf, isSameWork } from '../../../nodes/AiApp/memory/sameWork';
import { requireOfEngine } from '../engineLibrary.mts';

type Luxon = { DateTime: { fromMillis(time: number): { toJSON(): string } } };
const epoch = (requireOfEngine('luxon') as Luxon).DateTime.fromMillis(0);

it.each([
	['a number and its text', { a: 1 }, { a: '1' }],
	['a nested value', { a: { b: 1 } }, { a: { b: 2 } }],
	['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
	['a text that is empty', { a: '' }, {}],
	['a date', { a: new Date(0) }, { a: new Date(1) }],
])('%s makes other work', (_, one, other) => {
	expect(hashOf(one)).not.toBe(hashOf(other));
});

it.each([
	['the order of members', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
	['null, which the editor deletes', { a: 1, b: null, c: { d: null } }, { a: 1, c: {} }],
	['a date that n8n stored as text', [new Date(0)], ['1970-01-01T00:00:00.000Z']],
	['a date of Luxon that n8n stored as text', [epoch], [epoch.toJSON()]],
])('%s makes no other work', (_, one, other) => {
	expect(hashOf(one)).toBe(hashOf(other));
});

it.each([
	['nothing has changed', 'typed', 'given', true],
	['an expression returned another value', 'typed', 'other', true],
	['an edited expression returned the same value', 'other', 'given', true],
	['both have changed', 'other', 'other', false],
])('it is the same work: %s', (_, typed, given, isSame) => {
	expect(isSameWork({ typed: 'typed', given: 'given' }, { typed, given })).toBe(isSame);
});

it.each([5, '5', [5], 'random'])(
	'a call of a tool is the same work with another seed: %j',
	(seed) => {
		const call = (inputs: object) =>
			identityOf({ itemIndex: 0, variations: 1, of: 1, typed: '', inputs: { ...inputs } }, true);

		expect(call({ seed })).toEqual(call({}));
		expect(call({ text: seed })).not.toEqual(call({}));
	},
);

it('a hash is 32 hexadecimal digits', () => {
	expect(hashOf('a secret')).toMatch(/^[0-9a-f]{32}$/);
});
