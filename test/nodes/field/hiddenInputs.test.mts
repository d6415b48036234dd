import { chosenForm, offeredNames } from '../editor.mts';
import { overrides, useInputChecks } from '../inputChecks.mts';
import { runForm, useService } from '../service.mts';
import { INPUT, OFFERED_APP, offerApp, sentValues } from './offeredApp.mts';

const service = useService();
const { checkOne } = useInputChecks(service);

const EVERY_TYPE = 57002;
const HIDDEN = '22:Field.hidden_value';
const TEXT = '1:Field.text_value';

const json = (inputs: object, appId: number) =>
	runForm({}, { specifyInputs: 'json', inputsJson: JSON.stringify(inputs) }, appId);

it('the API example of an app runs as it is, with its hidden inputs', async () => {
	const example = {
		web_app_id: EVERY_TYPE,
		suppress_preview_output: false,
		input_values: { [TEXT]: 'a line', [HIDDEN]: 'internal' },
	};

	const { error } = await service.run({ parameters: json(example, EVERY_TYPE) });

	expect(error).toBeUndefined();
	expect(sentValues(service)).toEqual({ [TEXT]: 'a line', [HIDDEN]: 'internal' });
});

it('an API example without the ID of its app is for the chosen one', async () => {
	const example = { input_values: { [TEXT]: 'a line' } };

	const { error } = await service.run({ parameters: json(example, EVERY_TYPE) });

	expect(error).toBeUndefined();
	expect(sentValues(service)).toEqual({ [TEXT]: 'a line' });
});

it('Override Inputs sets an input that the form leaves out', async () => {
	const { error } = await service.run({
		parameters: runForm(
			{ [TEXT]: 'a line' },
			overrides({ key: HIDDEN, value: 'other' }),
			EVERY_TYPE,
		),
	});

	expect(error).toBeUndefined();
	expect(sentValues(service)).toEqual({ [TEXT]: 'a line', [HIDDEN]: 'other' });
});

it('App: Check Inputs returns a hidden input as App: Run would send it', async () => {
	const checked = await checkOne(json({ [HIDDEN]: 5, [TEXT]: 'a line' }, EVERY_TYPE));

	expect(checked).toMatchObject({
		valid: true,
		input_values: { [HIDDEN]: 5, [TEXT]: 'a line' },
	});
});

it.each([['internal'], [5], [0.25], [true], ['']])(
	'the value %j of a hidden input is sent as it is',
	async (value) => {
		offerApp(service, { field_type: 'hidden', field_value: '7', field_options: { min: 100 } });

		await service.run({ parameters: json({ [INPUT]: value }, OFFERED_APP) });

		expect(sentValues(service)).toEqual({ [INPUT]: value });
	},
);

it.each([[['a']], [{ a: 1 }]])('the value %j of a hidden input is refused', async (value) => {
	offerApp(service, { field_type: 'hidden' });

	const { error } = await service.run({ parameters: json({ [INPUT]: value }, OFFERED_APP) });

	expect(error?.message).toContain("'Value' must be text, a number, true or false");
	expect(service.creates()).toBe(0);
});

it('a number that is none has no value to send to a hidden input', async () => {
	offerApp(service, { field_type: 'hidden' });

	const { error } = await service.run({
		parameters: runForm({ [INPUT]: '={{ Number("many") }}' }),
	});

	expect(error?.message).toContain("'Value' must be text, a number, true or false");
	expect(service.creates()).toBe(0);
});

it('a hidden input has no place in the form, in the list of inputs or among those to name by label', async () => {
	const visible = { variable_name: '1:A.text', field_type: 'string' };
	offerApp(service, visible, { field_type: 'hidden', field_value: 'internal' });

	const form = await chosenForm(service.credential, String(OFFERED_APP));
	const names = await offeredNames(service.credential, String(OFFERED_APP));
	await service.run({ parameters: json({ Value: 'a line' }, OFFERED_APP) });

	expect(form.fields.map(({ id }) => id)).toEqual(['1:A.text']);
	expect(names.map(({ value }) => value)).toEqual(['1:A.text']);
	expect(sentValues(service)).toEqual({ '1:A.text': 'a line' });
});

it('an input of the form is drawn, even if a hidden one has its ID', async () => {
	offerApp(service, { field_type: 'hidden' }, { field_type: 'toggle' });

	const { fields } = await chosenForm(service.credential, String(OFFERED_APP));

	expect(fields).toMatchObject([{ id: INPUT, type: 'options' }]);
});

it('the default of a hidden input is not sent in place of missing values', async () => {
	offerApp(service, { field_type: 'hidden', field_value: 'internal' });

	const { error } = await service.run({ parameters: runForm({}) });

	expect(error?.message).toBe('No inputs were provided');
	expect(service.creates()).toBe(0);
});
