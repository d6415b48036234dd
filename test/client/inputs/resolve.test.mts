import { drawSeeds, resolveInputs } from '../../../client/inputs/resolve';
import { readInputSchema } from '../../../client/inputs/schema';
import { SAMPLE_APPS } from '../../../emulator/index.mts';
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

const NOTHING = { values: {}, overrides: [], binaryFields: [] };

function resolve(values: Record<string, unknown>, overrides: [string, unknown][] = []) {
	const given = overrides.map(([key, value]) => ({ key, value }));
	return resolveInputs(schema, { values, overrides: given, binaryFields: ['data'] }).values;
}

describe('the inputs that are sent', () => {
	it("are the given ones, under the app's own keys", () => {
		expect(resolve({ '1:Text.text': 'a kite', '2:K.steps': 12 })).toEqual({
			'1:Text.text': 'a kite',
			'2:K.steps': 12,
		});
	});

	it.each([undefined, null])(
		'leave out a removed field (%s), so the app uses its default',
		(removed) => {
			expect(resolve({ '1:Text.text': 'a kite', '2:K.steps': removed })).toEqual({
				'1:Text.text': 'a kite',
			});
		},
	);

	it('leave out an emptied number, but contain an emptied text', () => {
		expect(resolve({ '1:Text.text': '', '2:K.steps': '' })).toEqual({ '1:Text.text': '' });
	});

	it('contain the value of an override, by key or by label', () => {
		const values = { '1:Text.text': 'a kite', '2:K.steps': 12 };

		expect(
			resolve(values, [
				['Prompt', 'a boat'],
				['2:K.steps', 20],
			]),
		).toEqual({ '1:Text.text': 'a boat', '2:K.steps': 20 });
	});

	it('are at least one, because the service refuses a task without inputs', () => {
		expect(resolve({})).toEqual({ '2:K.steps': 9 });
	});

	it.each(SAMPLE_APPS.filter(({ inputs }) => inputs.length > 0))(
		'$name: its own defaults are always valid',
		({ inputs }) => {
			const fields = readInputSchema({
				input_nodes: inputs.map((input) => ({
					variable_name: input.key,
					field_type: input.fieldType,
					field_options: input.options,
					field_value: String(input.value).startsWith('/')
						? `https://storage.example${input.value}`
						: input.value,
				})),
			});
			const drawn = fields.filter((field) => field.default !== undefined);
			const values = Object.fromEntries(drawn.map((field) => [field.key, field.default]));

			const given = { values, overrides: [], binaryFields: [] };
			expect(resolveInputs(fields, given)).toEqual({ values, files: {} });
		},
	);
});

it('files of the item are distinguished from plain values', () => {
	const picture = readInputSchema({
		input_nodes: [{ variable_name: '5:LoadImage.image', field_type: 'image' }],
	});
	const values = { '1:Text.text': 'a kite', '5:LoadImage.image': 'data' };
	const given = { values, overrides: [], binaryFields: ['data'] };

	expect(resolveInputs([...schema, ...picture], given)).toEqual({
		values: { '1:Text.text': 'a kite' },
		files: { '5:LoadImage.image': { binaryField: 'data' } },
	});
});

describe('rejected before anything is charged:', () => {
	it.each([
		['a key of another app', { '9:Other.text': 'x' }],
		['a name of the prototype', { constructor: 'x' }],
	])('%s, and the message lists the keys of the app', async (_, values) => {
		const error = await errorOf(() => resolve(values));

		expect(error.kind).toBe('input');
		expect(error.message).toContain(Object.keys(values)[0]);
		expect(error.advice).toContain('1:Text.text (Prompt), 2:K.steps (Steps)');
		expect(error.advice).toContain('Refresh Input List');
	});

	it('running an app without inputs', async () => {
		const error = await errorOf(() => resolveInputs([], NOTHING));

		expect(error.message).toContain('no inputs');
	});

	it('running an app without values and defaults', async () => {
		const fields = schema.filter((field) => field.default === undefined);

		const error = await errorOf(() => resolveInputs(fields, NOTHING));

		expect(error.message).toContain('No inputs were provided');
	});
});

describe('random seeds', () => {
	it('are generated for every seed input', () => {
		expect(drawSeeds(schema, [], () => 0.5)).toEqual({ '2:K.seed': 2_147_483_648 });
	});

	it.each(['2:K.seed', 'Seed'])('are not generated for a seed that %s overrides', (key) => {
		expect(drawSeeds(schema, [{ key, value: 7 }], () => 0.5)).toEqual({});
	});
});
