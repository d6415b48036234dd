import fc from 'fast-check';
import { appInputs } from '../../../client/inputs/appInputs';
import { collectRejections, orReject } from '../../../client/inputs/rejections';
import { resolveInputs } from '../../../client/inputs/resolve';
import { drawSeed, drawSeeds, seedsToDraw } from '../../../client/inputs/seeds';
import { readInputSchema } from '../../../client/inputs/schema';
import { SAMPLE_APPS } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { resolveOrThrow } from './resolveOrThrow.mts';
import { costOf } from '../../../client/errors/cost';

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
	return resolveOrThrow(schema, { values, overrides: given, binaryFields: ['data'] }).values;
}

describe('the inputs that are sent', () => {
	it("are the given ones, under the app's own keys", () => {
		expect(resolve({ '1:Text.text': 'a kite', '2:K.steps': 12 })).toEqual({
			'1:Text.text': 'a kite',
			'2:K.steps': 12,
		});
	});

	const kite = { '1:Text.text': 'a kite' };

	it.each([
		[
			'leave out a removed field, whose default the app uses',
			{ ...kite, '2:K.steps': undefined },
			kite,
		],
		['leave out a field that is null', { ...kite, '2:K.steps': null }, kite],
		[
			'contain an emptied text, but no emptied number',
			{ '1:Text.text': '', '2:K.steps': '' },
			{ '1:Text.text': '' },
		],
		['are at least one, because the service refuses none', {}, { '2:K.steps': 9 }],
	])('%s', (_, values, sent) => {
		expect(resolve(values)).toEqual(sent);
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
			expect(resolveOrThrow(fields, given)).toEqual({ values, files: {} });
		},
	);
});

it('files of the item are distinguished from plain values', () => {
	const picture = readInputSchema({
		input_nodes: [{ variable_name: '5:LoadImage.image', field_type: 'image' }],
	});
	const values = { '1:Text.text': 'a kite', '5:LoadImage.image': 'data' };
	const given = { values, overrides: [], binaryFields: ['data'] };

	expect(resolveOrThrow([...schema, ...picture], given)).toEqual({
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
		expect(error.details.reason).toBe('unknownInput');
		expect(error.details.accepted?.slice(0, 2)).toEqual([
			{ key: '1:Text.text', label: 'Prompt' },
			{ key: '2:K.steps', label: 'Steps' },
		]);
	});

	it('running an app without inputs is rejected', async () => {
		const error = await errorOf(() => resolveOrThrow([], NOTHING));

		expect(error.message).toContain('no inputs');
	});

	it('running an app without values and defaults is rejected', async () => {
		const fields = schema.filter((field) => field.default === undefined);

		const error = await errorOf(() => resolveOrThrow(fields, NOTHING));

		expect(error.details.reason).toBe('noValues');
		expect(error.details.accepted).not.toEqual([]);
	});
});

describe('random seeds', () => {
	it('are generated for every seed input', () => {
		const seeds = drawSeeds(seedsToDraw(appInputs(schema), []), () => 0.5);

		expect(seeds).toEqual({ '2:K.seed': 2_147_483_648 });
	});

	it.each(['2:K.seed', 'Seed'])('are not generated for a seed that %s overrides', (key) => {
		expect(seedsToDraw(appInputs(schema), [{ key, value: 7 }])).toEqual([]);
	});
});

/** What a form and Override Inputs send. */
function resolveByName(values: Record<string, unknown>, overrides: [string, unknown][] = []) {
	const given = overrides.map(([key, value]) => ({ key, value }));
	return resolveOrThrow(schema, { values, overrides: given, binaryFields: [] }).values;
}

describe('JSON', () => {
	const resolveJson = (values: Record<string, unknown>, fields = schema) =>
		resolveOrThrow(fields, { values, overrides: [], binaryFields: [], isJson: true }).values;

	it('may name inputs by their labels', () => {
		expect(resolveJson({ Prompt: 'a kite', '2:K.steps': 12 })).toEqual({
			'1:Text.text': 'a kite',
			'2:K.steps': 12,
		});
	});

	it('may name inputs by their labels in other upper and lower case', () => {
		expect(resolveJson({ prompt: 'a kite', STEPS: 12 })).toEqual({
			'1:Text.text': 'a kite',
			'2:K.steps': 12,
		});
	});

	it('means the label in its own letters where two differ in case alone, and rejects a third way', async () => {
		const fields = readInputSchema({
			input_nodes: [
				{ variable_name: '1', field_type: 'string', field_label: 'Text' },
				{ variable_name: '2', field_type: 'string', field_label: 'text' },
			],
		});

		expect(resolveJson({ text: 'a kite' }, fields)).toEqual({ '2': 'a kite' });
		const error = await errorOf(() => resolveJson({ TEXT: 'a kite' }, fields));
		expect(error.details.reason).toBe('sharedLabel');
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

		expect(error.details.reason).toBe('sameInput');
		expect(costOf(error)).toBe('free');
	});
});

it('a form never sets the input whose label equals a former ID', async () => {
	const error = await errorOf(() => resolveByName({ Prompt: 'a kite' }));

	expect(error.details.reason).toBe('unknownInput');
});

it.each(['2:K.steps', 'Steps'])(
	'two overrides of the same input, %s, are rejected',
	async (name) => {
		const error = await errorOf(() =>
			resolve({}, [
				[name, 5],
				[name, 6],
			]),
		);

		expect(error).toMatchObject({ kind: 'input', details: { reason: 'sameInput' } });
		expect(error.message).toBe(`The input "${name}" has two values`);
	},
);

it('overrides of an input by its ID and by its label are rejected', async () => {
	const twice: [string, unknown][] = [
		['Prompt', 'a kite'],
		['1:Text.text', 'a cat'],
	];

	const error = await errorOf(() => resolveByName({}, twice));

	expect(error.details.reason).toBe('sameInput');
});

it('a label that two inputs have is rejected', async () => {
	const error = await errorOf(() => resolveByName({}, [['Name', 'x']]));

	expect(error.details.reason).toBe('sharedLabel');
	expect(error.details.accepted?.[0]).toEqual({ key: '1:Text.text', label: 'Prompt' });
});

const LARGEST = 2 ** 32 - 1;
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it.each([
	['the lowest', { min: undefined, max: undefined }, 0, 1],
	['the highest', { min: undefined, max: undefined }, 1 - Number.EPSILON, LARGEST],
	['the lowest of an input that begins higher', { min: 99.5, max: undefined }, 0, 100],
	['the highest of an input that ends lower', { min: 1, max: 7.9 }, 1 - Number.EPSILON, 7],
	['never -1, which would mean random again', { min: -1, max: undefined }, 0, 1],
	['a limit beyond 32 bits is not used', { min: 0, max: 2 ** 53 }, 1 - Number.EPSILON, LARGEST],
] as const)('a random seed stays in its range: %s', (_, limits, random, seed) => {
	expect(drawSeed(limits, () => random)).toBe(seed);
});

it('a random seed is a whole number inside the limits', () => {
	const limits = fc.record({
		min: fc.option(fc.integer({ min: -1, max: 1_000 }), { nil: undefined }),
		max: fc.option(fc.integer({ min: 1_000, max: 2 ** 40 }), { nil: undefined }),
	});
	fc.assert(
		fc.property(limits, chance, (given, random) => {
			const seed = drawSeed(given, () => random);
			expect(Number.isInteger(seed)).toBe(true);
			expect(seed).toBeGreaterThanOrEqual(Math.max(1, given.min ?? 1));
			expect(seed).toBeLessThanOrEqual(Math.min(given.max ?? LARGEST, LARGEST));
		}),
	);
});

const appWithRejections = readInputSchema({
	input_nodes: [
		{ variable_name: '1:Text.text', field_type: 'string', field_label: 'Prompt' },
		{ variable_name: '2:K.steps', field_type: 'int', field_label: 'Steps', field_value: 9 },
	],
});

describe('if rejected inputs are collected', () => {
	function collect(values: Record<string, unknown>, fields = appWithRejections) {
		const rejections = collectRejections();
		const given = { values, overrides: [], binaryFields: [] };
		const sent = resolveInputs(appInputs(fields), given, rejections).values;
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

it('bugs are thrown while rejected inputs are collected', () => {
	const rejections = collectRejections();
	const bug = new TypeError('x is not a function');
	const read = () => {
		throw bug;
	};

	expect(() => orReject(rejections, '1:Text.text', read)).toThrow(
		expect.objectContaining({ kind: 'node', cause: bug }),
	);
	expect(rejections.all).toEqual([]);
});
