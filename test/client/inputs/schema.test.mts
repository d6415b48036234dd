import { choicesOf, optionsOf } from '../../../client/inputs/choices';
import { type InputField, readInputSchema } from '../../../client/inputs/schema';
import { SAMPLE_APPS } from '../../../emulator/index.mts';
import { useService } from '../service.mts';

const service = useService();

async function schemaOf(appId: number): Promise<InputField[]> {
	return readInputSchema(await service.client.app(appId));
}

function fieldName({ key }: InputField): string {
	return key.slice(key.lastIndexOf('.') + 1);
}

function isMedium({ kind }: InputField): boolean {
	return kind === 'image' || kind === 'audio' || kind === 'video';
}

it.each(SAMPLE_APPS.map(({ id, name }) => [name, id] as const))(
	'%s: keys, labels and defaults are those of the app',
	async (_, id) => {
		const sample = SAMPLE_APPS.find((app) => app.id === id);
		const drawn = sample?.inputs.filter(({ key }) => key !== '22:Field.hidden_value') ?? [];
		const sorted = [...drawn].sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0));

		const schema = await schemaOf(id);

		expect(schema.map(({ key }) => key)).toEqual(sorted.map(({ key }) => key));
		expect(schema.map(({ label }) => label)).toEqual(sorted.map(({ label }) => label));
		for (const [index, field] of schema.entries()) {
			if (isMedium(field)) continue;
			expect(String(field.default ?? '')).toBe(String(sorted[index]?.value ?? ''));
		}
	},
);

it('reads every spelling of field_type', async () => {
	const kinds = (await schemaOf(57002)).map((field) => [fieldName(field), field.kind]);

	expect(Object.fromEntries(kinds)).toEqual({
		text_value: 'text',
		textarea_value: 'text',
		customtext_value: 'text',
		string_value: 'text',
		STRING_value: 'text',
		mystery_value: 'text',
		number_value: 'number',
		int_value: 'number',
		integer_value: 'number',
		float_value: 'number',
		slider_value: 'number',
		seed_value: 'number',
		boolean_value: 'boolean',
		bool_value: 'boolean',
		toggle_value: 'boolean',
		switch_value: 'boolean',
		checkbox_value: 'boolean',
		combo_value: 'choice',
		select_value: 'choice',
		enum_value: 'choice',
		choice_value: 'choice',
		option_value: 'choice',
		dropdown_value: 'text',
	});
});

it('types defaults and choices that arrive as strings, numbers or records', async () => {
	const fields = Object.fromEntries(
		(await schemaOf(57002)).map((field): [string, InputField] => [fieldName(field), field]),
	);

	expect(fields.number_value).toMatchObject({ default: 7, min: 1, max: 100 });
	expect(fields.toggle_value?.default).toBe(true);
	expect(fields.switch_value?.default).toBe(false);
	expect(fields.string_value?.default).toBeUndefined();
	expect(fields.integer_value).toMatchObject({ default: 5, min: undefined, max: undefined });
	expect(fields.select_value?.choices.map(({ value }) => value)).toEqual([1, 2, 3]);
	expect(fields.enum_value?.choices).toContainEqual({ value: 'b', label: 'Second' });
	expect(fields.choice_value).toMatchObject({
		default: 20,
		choices: [
			{ value: 10, label: 'Ten' },
			{ value: 20, label: 'Twenty' },
		],
	});
	expect(fields.option_value?.choices.map(({ value }) => value)).toEqual(['north', 'south']);
});

it.each([
	[54663, ['30:Seed (rgthree).seed']],
	[54716, ['22:KSampler.seed']],
	[57002, ['10:Field.seed_value']],
	[56258, []],
])('recognizes the seeds of app %d', async (appId, keys) => {
	const seeds = (await schemaOf(appId)).filter(({ isSeed }) => isSeed);

	expect(seeds.map(({ key }) => key)).toEqual(keys);
});

it('recognizes the media type of every input of All Media', async () => {
	const kinds = (await schemaOf(57004)).map(({ kind }) => kind);

	const media = ['image', 'audio', 'video', 'video', 'audio', 'image', 'image'];
	expect(kinds).toEqual([...media, 'number']);
});

it('uses a URL as the default of a media input, but not a file name inside the app', async () => {
	const defaults = (await schemaOf(57004)).map((field) => field.default);

	const landscape = `${service.emulator.storageUrl}/samples/landscape.png`;
	expect(defaults.filter(Boolean)).toEqual([landscape, 7]);
	expect(defaults.at(-2)).toBe(landscape);
});

it('shows no invisible characters in labels, and leaves values as they are', () => {
	const hidden = 'a\u200b\u{e0041}\u2066';
	const [field] = readInputSchema({
		input_nodes: [
			{
				variable_name: hidden,
				field_label: hidden,
				field_type: 'combo',
				field_value: hidden,
				field_options: [{ value: hidden, label: hidden }],
			},
		],
	});

	expect(field).toMatchObject({ key: hidden, label: 'a', default: hidden });
	expect(field?.choices).toEqual([{ value: hidden, label: 'a' }]);
});

it('lists no preset file names as choices of a media input', async () => {
	const [picture] = await schemaOf(56258);

	expect(picture).toMatchObject({ kind: 'image', choices: [] });
});

it('keeps long numbers and rounding noise unchanged', async () => {
	const fields = [...(await schemaOf(54716)), ...(await schemaOf(57001))];
	const byKey = new Map(fields.map((field) => [field.key, field]));

	expect(byKey.get('22:KSampler.seed')?.default).toBe(645336705902829);
	expect(byKey.get('back\\slash.k')?.default).toBe(0.5000000000000001);
});

function read(...nodes: unknown[]) {
	return readInputSchema({ input_nodes: nodes });
}

describe('an app record that violates the specification', () => {
	it.each([
		['no input_nodes', {}],
		['input_nodes null', { input_nodes: null }],
		['nodes that are no records', { input_nodes: [null, 3, 'a', []] }],
		['a node without variable_name', { input_nodes: [{ field_name: 'text' }] }],
		['an empty variable_name', { input_nodes: [{ variable_name: ' ' }] }],
	])('%s has no inputs', (_, app) => {
		expect(readInputSchema(app)).toEqual([]);
	});

	it.each([
		['a JSON text', JSON.stringify([{ variable_name: 'a' }])],
		['a record', { first: { variable_name: 'a' } }],
	])('the inputs may be %s', (_, input_nodes) => {
		expect(readInputSchema({ input_nodes }).map(({ key }) => key)).toEqual(['a']);
	});

	it.each(['none', 5, true])('inputs that are %j are said to be unreadable', (input_nodes) => {
		expect(() => readInputSchema({ input_nodes })).toThrow("The inputs of the app can't be read");
	});

	it('a choice that is a text has what people see as its label', () => {
		expect(choicesOf(['a\u200bb'])).toEqual([{ value: 'a\u200bb', label: 'ab' }]);
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
		['', undefined],
		['maybe', undefined],
		[{ toString: 1 }, undefined],
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
	])('choices are read under %s', (_, options) => {
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
});
