import { storedFile } from '../binaryStore.mts';
import { chosenForm } from '../editor.mts';
import { runForm, useService } from '../service.mts';
import { INPUT, OFFERED_APP, offerApp, sentValues } from './offeredApp.mts';

const service = useService();

const TYPES = {
	glb: 'model/gltf-binary',
	mp4: 'video/mp4',
	png: 'image/png',
	wav: 'audio/wav',
	webp: 'image/webp',
};

/** Widgets of uploads, as custom nodes and ComfyUI's own loaders declare them. */
const UPLOADS: ReadonlyArray<
	readonly [what: string, type: string, options: unknown, file: keyof typeof TYPES]
> = [
	['a dropdown of pictures', 'combo', { values: ['a.png'], image_upload: true }, 'png'],
	['a dropdown without presets', 'combo', { values: [], image_upload: true }, 'png'],
	['a dropdown of films', 'combo', { values: ['a.mp4'], video_upload: true }, 'mp4'],
	['a dropdown of sounds', 'combo', { values: ['a.wav'], audio_upload: true }, 'wav'],
	['a text that takes uploads', 'string', { image_upload: true }, 'png'],
	['a number that takes uploads', 'number', { min: 0, image_upload: true }, 'png'],
	['a hidden field that takes uploads', 'hidden', { image_upload: 'true' }, 'png'],
	['moving pictures', 'combo', [['a.webp'], { animated_image_upload: true }], 'webp'],
	['a list of pictures with its options', 'combo', [['a.png'], { image_upload: true }], 'png'],
	['a list in a text', '', JSON.stringify([['a.png'], { image_upload: true }]), 'png'],
	['a declared dropdown', '', ['COMBO', { options: ['a.mp4'], video_upload: true }], 'mp4'],
	[
		'a dropdown that is loaded from elsewhere',
		'combo',
		['COMBO', { image_upload: true, image_folder: 'output', remote: { route: '/internal' } }],
		'png',
	],
	['a model of a thing', 'combo', ['COMBO', { options: ['a.glb'], file_upload: true }], 'glb'],
	['pictures or films', 'combo', { image_upload: true, video_upload: true }, 'mp4'],
];

async function binary(extension: keyof typeof TYPES) {
	return storedFile(Buffer.from('a red kite'), `own.${extension}`, TYPES[extension]);
}

const form = (value: unknown) => runForm({ [INPUT]: value } as never);

it.each(UPLOADS)('%s gets the file of the item', async (_, field_type, field_options, file) => {
	offerApp(service, { field_type, field_options });

	const { error } = await service.run({
		parameters: form('data'),
		items: [{ json: {}, binary: { data: await binary(file) } }],
	});

	expect(error).toBeUndefined();
	expect(sentValues(service)[INPUT]).toContain('/inputs_temp/');
});

it.each(UPLOADS.slice(-2))('%s gets a URL as it is', async (_, field_type, field_options, file) => {
	offerApp(service, { field_type, field_options });
	const url = `https://files.example.com/a.${file}`;

	const { error } = await service.run({ parameters: form(url) });

	expect(error).toBeUndefined();
	expect(sentValues(service)[INPUT]).toBe(url);
});

describe('a dropdown of presets that takes uploads', () => {
	const options = { values: ['a.png', 'b.png', ' '], image_upload: true };

	it.each(['a.png', ' b.png '])('takes the preset %j', async (preset) => {
		offerApp(service, { field_type: 'combo', field_options: options, field_value: 'a.png' });

		const { error } = await service.run({ parameters: form(preset) });

		expect(error).toBeUndefined();
		expect(sentValues(service)[INPUT]).toBe(preset.trim());
	});

	it('takes the file of the item rather than a preset of its name', async () => {
		offerApp(service, { field_type: 'combo', field_options: { ...options, values: ['data'] } });

		await service.run({
			parameters: form('data'),
			items: [{ json: {}, binary: { data: await binary('png') } }],
		});

		expect(sentValues(service)[INPUT]).toContain('/inputs_temp/');
	});

	it.each(['c.png', 'C:/a.png', ''])('refuses %j', async (value) => {
		offerApp(service, { field_type: 'combo', field_options: options });

		const { error } = await service.run({ parameters: form(value) });

		expect(error?.message).toContain("'Value'");
		expect(service.creates()).toBe(0);
	});

	it('is a text field without a value in the form', async () => {
		offerApp(service, { field_type: 'combo', field_options: options, field_value: 'a.png' });

		const { fields } = await chosenForm(service.credential, String(OFFERED_APP));

		expect(fields).toMatchObject([
			{ displayName: 'Value (file or URL)', type: 'string', display: true },
		]);
		expect(fields[0]).not.toHaveProperty('defaultValue');
		expect(fields[0]).not.toHaveProperty('options');
	});
});

it('megabytes of presets take no place in the form, which has no list of them', async () => {
	const values = Array.from({ length: 15_000 }, (_, n) => `${n}-${'a'.repeat(150)}.png`);
	offerApp(service, { field_type: 'combo', field_options: { values, image_upload: true } });

	const { fields } = await chosenForm(service.credential, String(OFFERED_APP));

	expect(fields.map(({ id }) => id)).toEqual([INPUT]);
});

it('a dropdown whose uploads are turned off keeps its choices only', async () => {
	const field_options = { values: ['a.png', 'b.png'], image_upload: false };
	offerApp(service, { field_type: 'combo', field_options });

	const { error } = await service.run({ parameters: form('https://files.example.com/c.png') });

	expect(error?.message).toContain("must be one of the app's choices");
});

it('a preset of an input without a flag is refused, because it means something inside the app only', async () => {
	const field_options = { values: ['a.png'] };
	offerApp(service, { node_type: 'LoadImage', field_type: 'hidden', field_options });

	const { error } = await service.run({ parameters: form('a.png') });

	expect(error?.message).toContain('no binary field "a.png"');
	expect(service.creates()).toBe(0);
});
