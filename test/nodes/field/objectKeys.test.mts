import { checkOf } from '../inputChecks.mts';
import { runForm, useService } from '../service.mts';
import type { Parameters } from '../instance.mts';
import { OFFERED_APP, offerApp } from './offeredApp.mts';

/** Names that every object has as keys of inputs; hidden inputs; a caller's columns. */
const service = useService();
const NAMES = [
	'constructor',
	'toString',
	'valueOf',
	'hasOwnProperty',
	'__proto__',
	'isPrototypeOf',
];
const AUTO = {
	mappingMode: 'autoMapInputData',
	value: null,
	matchingColumns: [],
	schema: [],
} as unknown as Parameters;
const parameters = runForm({}, { inputs: AUTO }, OFFERED_APP);
const picture = {
	data: Buffer.from('\x89PNG\r\n\x1a\nxxxxxxxxxxx', 'latin1').toString('base64'),
	mimeType: 'image/png',
	fileName: 'a.png',
};
const prompt = { variable_name: 'p', field_label: 'Prompt', field_type: 'STRING', field_value: '' };

it('Check Inputs lists only fields that set an input', async () => {
	offerApp(
		service,
		...NAMES.map((variable_name) => ({
			variable_name,
			field_label: `L ${variable_name}`,
			field_type: 'STRING',
			field_value: 'preset',
		})),
		prompt,
	);
	const { outputs } = await service.run({
		parameters: checkOf(parameters),
		items: [{ json: { p: 'a cat' } }],
	});
	expect(outputs[0]?.[0]?.json.mapped_fields).toHaveLength(1);
});
it.each(['x', ...NAMES])(
	'a file that no input takes is refused, if the input for it is named %s',
	async (name) => {
		offerApp(
			service,
			{
				variable_name: name,
				field_label: 'Photo',
				field_type: 'IMAGE',
				field_value: 'https://a.example/sample.png',
			},
			prompt,
		);
		const { outputs } = await service.run({
			parameters: checkOf(parameters),
			items: [{ json: { p: 'a cat' }, binary: { data: picture } }],
		});
		expect(outputs[0]?.[0]?.json.valid).toBe(false);
	},
);
it('a column does not set a hidden input', async () => {
	offerApp(
		service,
		{ variable_name: '9:H.price', field_label: 'Price', field_type: 'HIDDEN', field_value: '1' },
		prompt,
	);
	const { outputs } = await service.run({
		parameters: checkOf(parameters),
		items: [{ json: { p: 'a cat', '9:H.price': 100 } }],
	});
	expect(outputs[0]?.[0]?.json.input_values).toEqual({ p: 'a cat' });
});
