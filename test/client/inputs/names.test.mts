import { resolveInputs } from '../../../client/inputs/resolve';
import { readInputSchema } from '../../../client/inputs/schema';
import { errorOf } from '../errors.mts';

const schema = readInputSchema({
	input_nodes: [
		{ variable_name: '1:Text.text', field_type: 'string', field_label: 'Prompt' },
		{ variable_name: '2:K.steps', field_type: 'int', field_label: 'Steps', field_value: 9 },
		{ variable_name: '2:K.seed', field_type: 'seed', field_label: 'Seed', field_value: -1 },
		{ variable_name: '3:A.name', field_type: 'string', field_label: 'Name' },
		{ variable_name: '4:B.name', field_type: 'string', field_label: 'Name' },
	],
});

/** What a form and Override Inputs send. */
function resolve(values: Record<string, unknown>, overrides: [string, unknown][] = []) {
	const given = overrides.map(([key, value]) => ({ key, value }));
	return resolveInputs(schema, { values, overrides: given, binaryFields: [] }).values;
}

describe('JSON', () => {
	const resolveJson = (values: Record<string, unknown>, fields = schema) =>
		resolveInputs(fields, { values, overrides: [], binaryFields: [], isJson: true }).values;

	it('may name inputs by their labels', () => {
		expect(resolveJson({ Prompt: 'a kite', '2:K.steps': 12 })).toEqual({
			'1:Text.text': 'a kite',
			'2:K.steps': 12,
		});
	});

	it('means the input with this ID where another one has it as its label', () => {
		const fields = readInputSchema({
			input_nodes: [
				{ variable_name: 'text', field_type: 'string', field_label: 'Prompt' },
				{ variable_name: 'other', field_type: 'string', field_label: 'text' },
			],
		});

		expect(resolveJson({ text: 'a kite' }, fields)).toEqual({ text: 'a kite' });
	});

	it('is rejected if it gives an input by its ID and by its label', async () => {
		const both = { '1:Text.text': 'a kite', Prompt: 'a cat' };

		const error = await errorOf(() => resolveJson(both));

		expect(error.message).toBe('"1:Text.text" and "Prompt" are the same input of the app');
		expect(error.advice).toMatch(/You weren't charged\.$/);
	});
});

it('a form never sets the input whose label equals a former ID', async () => {
	const error = await errorOf(() => resolve({ Prompt: 'a kite' }));

	expect(error.message).toBe('The app has no input "Prompt"');
});

it('overrides of an input by its ID and by its label are rejected', async () => {
	const twice: [string, unknown][] = [
		['Prompt', 'a kite'],
		['1:Text.text', 'a cat'],
	];

	const error = await errorOf(() => resolve({}, twice));

	expect(error.message).toContain('are the same input of the app');
});

it('a label that two inputs have', async () => {
	const error = await errorOf(() => resolve({}, [['Name', 'x']]));

	expect(error.message).toContain('Several inputs of the app have the label "Name"');
	expect(error.advice).toContain('Use the input ID. The app accepts: 1:Text.text (Prompt)');
	expect(error.details.forAgents).toMatch(
		/^The app accepts: "1:Text\.text", .*\. Use the input ID\. /,
	);
});
