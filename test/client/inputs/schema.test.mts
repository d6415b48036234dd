import { readInputSchema, type InputField } from '../../../client/inputs/schema';
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

	expect(kinds).toEqual(['image', 'audio', 'video', 'video', 'audio', 'image', 'image']);
});

it('uses a URL as the default of a media input, but not a file name inside the app', async () => {
	const defaults = (await schemaOf(57004)).map((field) => field.default);

	const landscape = `${service.emulator.storageUrl}/samples/landscape.png`;
	expect(defaults.filter(Boolean)).toEqual([landscape]);
	expect(defaults.at(-1)).toBe(landscape);
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
	const byKey = new Map((await schemaOf(54716)).map((field) => [field.key, field]));

	expect(byKey.get('22:KSampler.seed')?.default).toBe(645336705902829);
	expect(byKey.get('23:LoraLoaderModelOnly.strength_model')?.default).toBe(0.5000000000000001);
});
