import fc from 'fast-check';
import { choicesOf, optionsOf } from '../../../client/inputs/choices';
import { readInputSchema } from '../../../client/inputs/schema';

function read(...nodes: unknown[]) {
	return readInputSchema({ input_nodes: nodes });
}

describe('an app record that violates the specification', () => {
	it.each([
		['no input_nodes', {}],
		['input_nodes null', { input_nodes: null }],
		['input_nodes that are no list', { input_nodes: 'none' }],
		['nodes that are no records', { input_nodes: [null, 3, 'a', []] }],
		['a node without variable_name', { input_nodes: [{ field_name: 'text' }] }],
		['an empty variable_name', { input_nodes: [{ variable_name: ' ' }] }],
	])('%s: has no inputs', (_, app) => {
		expect(readInputSchema(app)).toEqual([]);
	});

	it.each([
		['a JSON text', JSON.stringify([{ variable_name: 'a' }])],
		['a record', { first: { variable_name: 'a' } }],
	])('the inputs may be %s', (_, input_nodes) => {
		expect(readInputSchema({ input_nodes }).map(({ key }) => key)).toEqual(['a']);
	});

	it('a choice of true and false is a switch', () => {
		const node = { variable_name: 'a', field_type: 'combo', field_value: 'true' };
		const options = '{"values":[true,false]}';

		expect(read({ ...node, field_options: options })).toMatchObject([
			{ kind: 'boolean', default: true, choices: [] },
		]);
		expect(read({ ...node, field_options: '{"values":[]}' })).toMatchObject([{ kind: 'text' }]);
	});

	it('the first of two inputs with the same key is used', () => {
		const schema = read(
			{ variable_name: 'a', field_label: 'One' },
			{ variable_name: 'a', field_label: 'Two' },
		);

		expect(schema.map(({ label }) => label)).toEqual(['One']);
	});

	it('the label falls back to the field name, then to the key', () => {
		const schema = read(
			{ variable_name: 'a', field_label: '', field_name: 'steps' },
			{ variable_name: 'b', field_label: null },
		);

		expect(schema.map(({ label }) => label)).toEqual(['steps', 'b']);
	});

	it.each([
		[1, true],
		['1', true],
		['on', true],
		['TRUE', true],
		[0, false],
		['no', false],
		['', false],
		[{ toString: 1 }, false],
		[null, undefined],
	])('the default %j of a toggle is %s', (sent, value) => {
		const [field] = read({ variable_name: 'a', field_type: 'toggle', field_value: sent });

		expect(field?.default).toBe(value);
	});

	it.each([
		['2', 2],
		[4, '4'],
		['x', 'x'],
		[7, 7],
		['', undefined],
		[null, undefined],
		[['x'], undefined],
	])('the default %j of a choice among 1, 2, "4" and x is %j', (sent, value) => {
		const options = { values: [1, 2, '4', 'x'] };
		const node = { variable_name: 'a', field_type: 'combo', field_options: options };

		expect(read({ ...node, field_value: sent })[0]?.default).toBe(value);
	});

	it('an empty default of a choice that is offered is that choice', () => {
		const node = { variable_name: 'a', field_type: 'combo', field_options: ['', 'x'] };

		expect(read({ ...node, field_value: '' })[0]?.default).toBe('');
	});

	it.each(['noise_seed', 'seed', 'Seed', '随机种子'])('a number called %s is a seed', (name) => {
		const node = { variable_name: 'a', field_type: 'int', field_name: 'value' };

		expect(read({ ...node, field_name: name })[0]?.isSeed).toBe(true);
		expect(read({ ...node, field_label: name })[0]?.isSeed).toBe(true);
	});

	it.each(['seedling', 'reseeding'])('a number called %s is not a seed', (name) => {
		expect(read({ variable_name: 'a', field_type: 'int', field_name: name })[0]?.isSeed).toBe(
			false,
		);
	});

	it('a text called seed is not a seed, because seeds are numbers', () => {
		expect(read({ variable_name: 'a', field_type: 'string', field_name: 'seed' })[0]).toMatchObject(
			{
				kind: 'text',
				isSeed: false,
			},
		);
	});
});

describe('field options', () => {
	it.each([
		['values', { values: ['a'] }],
		['options', { options: ['a'] }],
		['choices', { choices: ['a'] }],
		['a bare array', ['a']],
		['records of value and label', { values: [{ value: 'a', label: 'a' }] }],
		['records of id and name', [{ id: 'a', name: 'a' }]],
		['records without a label', [{ value: 'a' }]],
	])('choices under %s', (_, options) => {
		expect(choicesOf(optionsOf(JSON.stringify(options)))).toEqual([{ value: 'a', label: 'a' }]);
		expect(choicesOf(optionsOf(options))).toEqual([{ value: 'a', label: 'a' }]);
	});

	it.each([
		['an empty text', ''],
		['half of a JSON text', '{"values":["a"'],
		['a number', '7'],
		['null', 'null'],
		['a list under another name', '{"items":["a"]}'],
		['a list that can be read in part only', '["a",{"file":"b"}]'],
		['a list of records whose value is a record', '[{"value":{"a":1}}]'],
	])('%s: no choices are read, and any value is accepted', (_, options) => {
		expect(choicesOf(optionsOf(options))).toEqual([]);
	});

	it('reading an app never throws, whatever they contain', () => {
		const node = fc.record(
			{
				variable_name: fc.string({ minLength: 1 }),
				node_type: fc.anything(),
				field_type: fc.oneof(fc.constantFrom('combo', 'number', 'hidden', 'toggle'), fc.anything()),
				field_options: fc.oneof(fc.json(), fc.string(), fc.anything()),
				field_value: fc.anything(),
				field_label: fc.anything(),
				sort: fc.anything(),
			},
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(fc.array(node, { maxLength: 5 }), (nodes) => {
				const keys = read(...nodes).map(({ key }) => key);
				expect(new Set(keys).size).toBe(keys.length);
			}),
		);
	});
});
