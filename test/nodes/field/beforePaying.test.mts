import { FILES, png } from '../../sampleFiles.mts';
import { useBinaryMode } from '../binaryStore.mts';
import { useInputChecks } from '../inputChecks.mts';
import { FREE } from '../moneySentences.mts';
import { useService } from '../service.mts';
import { handIn, INPUTS, itemOf, runOf } from './handedIn.mts';

const service = useService();
const { checkOne } = useInputChecks(service);

const PAGE = '<!doctype html><title>Log in</title>';

const tokens = () =>
	service.emulator.requests().filter(({ operation }) => operation === 'token').length;

it('one bad file among many stops the node before the first task of any item', async () => {
	const good = await itemOf(await png(), 'a.png', 'image/png');
	const items = [good, good, await itemOf(PAGE, 'photo.png', 'image/png'), good];

	const { error } = await service.run({ parameters: runOf('picture'), items });

	expect(error).toMatchObject({ context: { itemIndex: 2 } });
	expect([tokens(), service.creates()]).toEqual([0, 0]);
});

it('with Continue On Fail, only the item of the bad file fails', async () => {
	const good = await itemOf(await png(), 'a.png', 'image/png');
	const bad = await itemOf(FILES.empty, 'photo.png', 'image/png');

	const { outputs } = await service.run({
		parameters: runOf('picture'),
		items: [bad, good],
		settings: { onError: 'continueRegularOutput' },
	});

	expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
		{
			error: expect.stringContaining('The file for \'Picture\' is empty: "photo.png"'),
			details: { kind: 'input', status: 'NotCreated' },
		},
		{ status: 'Success' },
	]);
	expect(service.creates()).toBe(1);
});

it.each([
	['a page', PAGE],
	['an empty file', ''],
	['a film', FILES.mp4],
])('App: Check Inputs says of %s what App: Run says', async (_, content) => {
	const item = await itemOf(content, 'photo.png', 'image/png');

	const { invalid_inputs, files, valid } = await checkOne(runOf('picture'), item);
	const { words } = await handIn(service, 'picture', item);

	const [{ input, message, description } = {}] = invalid_inputs as Record<string, string>[];
	expect(valid).toBe(false);
	expect(files).toEqual([]);
	expect(input).toBe(INPUTS.picture);
	expect(words).toBe(`${message}. ${description} ${FREE}`);
});

it('files that n8n keeps in memory are looked at as well', async () => {
	await useBinaryMode('default');
	const files = [PAGE, '', await png()];
	const items = await Promise.all(files.map((each) => itemOf(each, 'photo.png', 'image/png')));

	const { outputs } = await service.run({
		parameters: runOf('picture'),
		items,
		settings: { onError: 'continueRegularOutput' },
	});

	const errors = outputs[0]?.map(({ json }) => String(json['error'] ?? json['status']));
	expect(errors?.[0]).toContain('is a web page');
	expect(errors?.[1]).toContain('is empty');
	expect(errors?.[2]).toBe('Success');
});

describe('File: Upload', () => {
	const parameters = { resource: 'file', operation: 'upload', inputField: 'data', options: {} };

	it.each([
		['an empty file', '', 'photo.png', 'The file is empty: "photo.png"'],
		['a page with the name of a picture', PAGE, 'photo.png', 'is a web page, not an image'],
		['a page with the name of a document', PAGE, 'bill.pdf', 'is a web page, not a PDF document'],
		['an answer in JSON with the name of an archive', '{"e": 1}', 'a.zip', 'is JSON, not an'],
		['a page with the name of a thing', PAGE, 'chair.glb', 'is a web page, not a 3D model'],
		['an archive with the name of a film', FILES.zip, 'a.mp4', 'is an archive, not a video'],
	])('rejects %s', async (_, content, name, words) => {
		const item = await itemOf(content, name, 'application/octet-stream');

		const { error } = await service.run({ parameters, items: [item] });

		expect(error?.message).toContain(words);
		expect(tokens()).toBe(0);
	});

	it.each([
		['a page', PAGE, 'page.html', 'text/html'],
		['an archive', FILES.zip, 'photos.zip', 'application/zip'],
		['a document', FILES.pdf, 'bill.pdf', 'application/pdf'],
		['a thing', FILES.glb, 'chair.glb', 'model/gltf-binary'],
		['a thing in words', '# chair\nv 0 0 0', 'chair.obj', 'model/obj'],
		['a document that is part of an archive', FILES.pdf, 'bill.zip', 'application/zip'],
		['a table that a program writes as a page', PAGE, 'sales.xls', 'application/vnd.ms-excel'],
		['an answer in JSON', '{"a": 1}', 'a.json', 'application/json'],
		['what nobody knows', 'weights', 'model.safetensors', 'application/octet-stream'],
		['a sound with the name of a film', FILES.m4a, 'a.mp4', 'video/mp4'],
		['a photo with another extension', FILES.jpeg, 'a.png', 'image/png'],
	])('uploads %s that is what it says', async (_, content, name, mimeType) => {
		const item = await itemOf(content, name, mimeType);

		const { error, outputs } = await service.run({ parameters, items: [item] });

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ name });
	});

	it('gives a film with the name of a picture that of a film', async () => {
		const item = await itemOf(FILES.mp4, 'a.png', 'image/png');

		const { outputs } = await service.run({ parameters, items: [item] });

		expect(outputs[0]?.[0]?.json).toMatchObject({ name: 'a.png.mp4' });
	});
});
