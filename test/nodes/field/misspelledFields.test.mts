import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { overrides, useInputChecks } from '../inputChecks.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { photo } from '../photo.mts';
import { PICTURE_APP, PROMPT, runForm, useService } from '../service.mts';
import { OFFERED_APP, offerApp } from './offeredApp.mts';

const service = useService();
const { check, checkOne } = useInputChecks(service);

const AUTO = { mappingMode: 'autoMapInputData', value: null } as unknown as Parameters;

const mapped = (more: Parameters = {}, appId = PICTURE_APP) =>
	runForm({}, { inputs: AUTO, ...more }, appId);
const rows = (...all: readonly IDataObject[]): INodeExecutionData[] =>
	all.map((json) => ({ json }));

describe('several items that set no text and no file of the app', () => {
	const misspelled = rows({ Discription: 'a cat', Steps: 5 }, { Discription: 'a dog', Steps: 6 });
	const message =
		"The app's own content would be used for 'Prompt'. Fields that aren't used: Discription";

	it('are rejected, with the fields that are not used', async () => {
		const { error } = await service.run({ parameters: mapped(), items: misspelled });
		const { items } = await check(mapped(), misspelled);

		expect(error?.message).toBe(message);
		expect(error?.description).toContain(FREE);
		expect(items.map(({ invalid_inputs }) => invalid_inputs)).toMatchObject(
			misspelled.map(() => [{ input: PROMPT, label: 'Prompt', message }]),
		);
		expect(service.creates()).toBe(0);
	});

	it.each<[string, Parameters, readonly IDataObject[]]>([
		['an override sets the text', overrides({ key: 'Prompt', value: 'a cow' }), []],
		[
			'only the number of the row is not used',
			{},
			[
				{ row_number: 2, Steps: 5 },
				{ row_number: 3, Steps: 6 },
			],
		],
		['one field sets a text', {}, [{ Discription: 'a cat', 'negative prompt': 'fog' }]],
	])('run where %s', async (_, more, first) => {
		const items = [...rows(...first), ...misspelled.slice(first.length)];

		const { error } = await service.run({ parameters: mapped(more), items });

		expect(error).toBeUndefined();
		expect(service.creates()).toBe(2);
	});

	it('are not rejected for a photo of their own beside a field that is not used', async () => {
		const binary = { picture: await photo(service) };
		const items = [1, 2].map((row_number) => ({ json: { row_number, place: '' }, binary }));

		const { error } = await service.run({ parameters: mapped({}, 57102), items });

		expect(error).toBeUndefined();
		expect(service.creates()).toBe(2);
	});
});

/** Names that every object has. */
const NAMES = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];

describe.each(['x', ...NAMES])('an app with the input %s', (name) => {
	const prompt = { variable_name: 'p', field_label: 'Prompt', field_type: 'STRING' };
	const more = { variable_name: name, field_label: 'Photo', field_type: 'IMAGE' };

	it('has it listed only if a field sets it', async () => {
		offerApp(service, { ...more, field_type: 'STRING' }, prompt);

		const item = await checkOne(mapped({}, OFFERED_APP), { json: { p: 'a cat' } });

		expect(item.mapped_fields).toEqual([{ field: 'p', input: 'p', label: 'Prompt' }]);
	});

	it('gets no sample in place of a file with another name', async () => {
		offerApp(service, { ...more, field_value: 'https://a.example/sample.png' }, prompt);
		const binary = { data: await photo(service) };

		const item = await checkOne(mapped({}, OFFERED_APP), { json: { p: 'a cat' }, binary });

		expect(item.invalid_inputs).toMatchObject([{ input: name, label: 'Photo' }]);
	});
});

it('a field sets no input that the form hides', async () => {
	const hidden = { variable_name: '9:H.price', field_type: 'HIDDEN', field_value: '1' };
	offerApp(service, hidden, { variable_name: 'p', field_label: 'Prompt', field_type: 'STRING' });
	const item = { json: { p: 'a cat', '9:H.price': 100 } };

	expect(await checkOne(mapped({}, OFFERED_APP), item)).toMatchObject({
		input_values: { p: 'a cat' },
		unused_fields: ['9:H.price'],
	});
});
