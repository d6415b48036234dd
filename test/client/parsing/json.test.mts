import fc from 'fast-check';
import { canonicalJson } from '../../../client/parsing/json';

it('canonical JSON reads back as the same value', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
		}),
	);
});
