import { collectRejections, orReject, throwFirst } from '../../../client/inputs/rejections';
import { resolveInputs } from '../../../client/inputs/resolve';
import { readInputSchema } from '../../../client/inputs/schema';

const schema = readInputSchema({
	input_nodes: [
		{ variable_name: '1:Text.text', field_type: 'string', field_label: 'Prompt' },
		{ variable_name: '2:K.steps', field_type: 'int', field_label: 'Steps', field_value: 9 },
	],
});

describe('if rejected inputs are collected', () => {
	function collect(values: Record<string, unknown>, fields = schema) {
		const rejections = collectRejections();
		const given = { values, overrides: [], binaryFields: [] };
		const sent = resolveInputs(fields, given, rejections).values;
		return { sent, keys: rejections.all.map(({ key }) => key) };
	}

	it('all are found, and the others are returned', () => {
		const values = { '9:Other.text': 'x', '1:Text.text': 'a kite', '2:K.steps': 'many' };

		expect(collect(values)).toEqual({
			sent: { '1:Text.text': 'a kite' },
			keys: ['9:Other.text', '2:K.steps'],
		});
	});

	it('no default takes their place', () => {
		expect(collect({ '2:K.steps': 'many' })).toEqual({ sent: {}, keys: ['2:K.steps'] });
		expect(collect({ '9:Other.text': 'x' }, [])).toEqual({ sent: {}, keys: [undefined] });
	});
});

it.each([
	['collected', collectRejections()],
	['thrown at the first', throwFirst],
])('bugs are thrown if rejected inputs are %s', (_, rejections) => {
	const bug = new TypeError('x is not a function');
	const read = () => {
		throw bug;
	};

	expect(() => orReject(rejections, '1:Text.text', read)).toThrow(bug);
	expect(rejections.all).toEqual([]);
});
