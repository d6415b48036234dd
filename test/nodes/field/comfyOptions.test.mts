import { chosenForm } from '../editor.mts';
import { overrides } from '../inputChecks.mts';
import { runForm, useService } from '../service.mts';
import { INPUT, OFFERED_APP, offerApp, sentValues } from './offeredApp.mts';

const service = useService();

async function fieldFor(field_type: string, field_options: unknown) {
	offerApp(service, { field_type, field_options });
	const { fields } = await chosenForm(service.credential, String(OFFERED_APP));
	return fields[0];
}

const choices = (...names: string[]) => names.map((name) => ({ name, value: name }));

it.each([
	['combo', [['euler', 'heun'], { tooltip: 'How it samples.' }], choices('euler', 'heun')],
	['', [['euler', 'heun'], {}], choices('euler', 'heun')],
	['customtext', [['euler', 'heun']], choices('euler', 'heun')],
	['combo', ['COMBO', { options: ['1k', '2k'], default: '1k' }], choices('1k', '2k')],
	['', JSON.stringify(['COMBO', { options: ['1k', '2k'] }]), choices('1k', '2k')],
	['', JSON.stringify(JSON.stringify(['COMBO', { options: ['1k', '2k'] }])), choices('1k', '2k')],
	['combo', ['INT', 'FLOAT'], choices('INT', 'FLOAT')],
	['combo', ['COMBO'], choices('COMBO')],
])('a dropdown of type %j with the options %j has its choices', async (type, options, expected) => {
	expect(await fieldFor(type, options)).toMatchObject({ type: 'options', options: expected });
});

it.each([
	['', ['INT', { default: 20, min: 1, max: 100 }], 'string', 'Value (1 to 100)'],
	['INT', ['INT', { min: 1, max: 100 }], 'string', 'Value (1 to 100)'],
	['', ['FLOAT', { min: 0, step: 0.01, round: 0.001 }], 'string', 'Value (at least 0)'],
	['number', JSON.stringify(['FLOAT', { max: 1 }]), 'string', 'Value (at most 1)'],
	['', ['BOOLEAN', { default: true, label_on: 'enable' }], 'options', 'Value'],
	['', ['STRING', { multiline: true, dynamicPrompts: true }], 'string', 'Value'],
])('an input of type %j with the options %j is read as declared', async (...read) => {
	const [fieldType, options, type, displayName] = read;

	expect(await fieldFor(fieldType, options)).toMatchObject({ type, displayName });
});

it.each([
	['a type of something else', ['IMAGE', { min: 1 }]],
	['a third member', ['INT', { min: 1 }, {}]],
	['a record of texts', { values: { a: 'First', b: 'Second' } }],
	['a record of numbers', { values: { a: 1, b: 2 } }],
])('options with %s mean no check', async (_, options) => {
	expect(await fieldFor('combo', options)).toMatchObject({ type: 'string' });
});

it.each([101, 0, 'many'])('%j is refused by declared limits', async (value) => {
	offerApp(service, { field_type: '', field_options: ['INT', { min: 1, max: 100 }] });

	const { error } = await service.run({ parameters: runForm({ [INPUT]: value }) });

	expect(error?.message).toContain("'Value' must be a number");
	expect(service.creates()).toBe(0);
});

describe('a choice', () => {
	it.each([
		['without the blanks of a sheet', ['16:9', '1:1'], ' 16:9 ', '16:9'],
		['with the blanks of its author', ['euler ', 'heun'], 'euler', 'euler '],
		['as a number that an expression returned', ['512', '1024'], 512, '512'],
		['as a number with a fraction of nothing', ['512', '1024'], '512.0', '512'],
		['as a number for a text with a fraction', ['0.50', '1.0'], 1, '1.0'],
		['as a text for a number', [1.5, 2], '1.50', 1.5],
		['in its own letters rather than as a number', ['1', '1.0'], '1.0', '1.0'],
	])('fits %s', async (_, values, value, sent) => {
		offerApp(service, { field_type: 'combo', field_options: { values } });

		const { error } = await service.run({ parameters: runForm({ [INPUT]: value }) });

		expect(error).toBeUndefined();
		expect(sentValues(service)).toEqual({ [INPUT]: sent });
	});

	it('fits in an override as well', async () => {
		offerApp(service, { field_type: 'combo', field_options: { values: ['16:9', '1:1'] } });

		await service.run({ parameters: runForm({}, overrides({ key: 'Value', value: '1:1\n' })) });

		expect(sentValues(service)).toEqual({ [INPUT]: '1:1' });
	});

	it.each([
		['two are the same number', ['1', '1.0'], '1.00'],
		['two are the same without blanks', ['a', ' a'], 'a '],
		['none is', ['16:9', '1:1'], '9:16'],
		['a blank stands inside', ['16:9', '1:1'], '16 :9'],
		['its number is written in words', ['1', '2'], 'one'],
		['it is a list', ['1', '2'], ['1', '2']],
	])('is refused where %s', async (_, values, value) => {
		offerApp(service, { field_type: 'combo', field_options: { values } });

		const { error } = await service.run({ parameters: runForm({ [INPUT]: value }) });

		expect(error?.message).toContain("must be one of the app's choices");
		expect(service.creates()).toBe(0);
	});
});
