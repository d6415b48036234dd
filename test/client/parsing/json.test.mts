import fc from 'fast-check';
import { canonicalJson } from '../../../client/parsing/scalars';

it('canonical JSON reads back as the same value', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
		}),
	);
});

it('canonical JSON does not depend on the order of members, at any depth', () => {
	const one = { a: 1, b: { c: 2, d: [{ e: 3, f: 4 }] } };
	const other = { b: { d: [{ f: 4, e: 3 }], c: 2 }, a: 1 };

	expect(canonicalJson(one)).toBe(canonicalJson(other));
});
