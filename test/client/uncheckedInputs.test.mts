import { uncheckedInputs } from '../../client/inputValues';
import { errorOf } from './errors.mts';

const NOTHING = { values: {}, overrides: [], binaryFields: [] };

describe('inputs of an app that could not be read', () => {
	it('are passed on unchecked, without removed fields', () => {
		const overrides = [{ key: 'c', value: true }];
		const values = { a: 'x', b: null, d: 2, e: { $binary: 'data' } };

		expect(uncheckedInputs({ values, overrides, binaryFields: ['data'] })).toEqual({
			values: { a: 'x', c: true, d: 2 },
			files: { e: { binaryField: 'data' } },
		});
	});

	it.each([
		['none is left', { a: null }],
		['one is a list', { a: 'x', b: ['y'] }],
		['one is a file that the item lacks', { a: { $binary: 'other' } }],
	])('are refused when %s', async (_, values) => {
		const error = await errorOf(() => uncheckedInputs({ ...NOTHING, values }));

		expect(error.kind).toBe('input');
	});
});
