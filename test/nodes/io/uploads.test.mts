import type { IBinaryData } from 'n8n-workflow';
import { decodePicture } from '../../../emulator/rendering/picture.mts';
import { bytesOf, storedFile } from '../binaryStore.mts';
import type { Parameters } from '../instance.mts';
import { overrides } from '../inputChecks.mts';
import { photo } from '../photo.mts';
import { runForm, useService } from '../service.mts';

const service = useService();

const LEVELS_APP = 56258;
const PICTURE = '18:LoadImage.image';
const GRAY_POINT = '27:LayerColor: Levels.gray_point';

async function pictureOf(file: IBinaryData | undefined) {
	const picture = await decodePicture(await bytesOf(file));
	if (!picture) throw new Error('The file is no picture');
	return picture;
}

function count(operation: string): number {
	return service.emulator.requests().filter((request) => request.operation === operation).length;
}

const transform = (value: unknown = 'data', more = {}) =>
	runForm(
		{ [PICTURE]: value as string, [GRAY_POINT]: 20 },
		{ downloadFiles: true, ...more },
		LEVELS_APP,
	);

describe('a media input', () => {
	it('accepts the name of a binary field, and the app gets exactly that file', async () => {
		const data = await photo(service);

		const { outputs, error } = await service.run({
			parameters: transform(),
			items: [{ json: {}, binary: { data } }],
		});

		expect(error).toBeUndefined();
		const before = await pictureOf(data);
		const after = await pictureOf(outputs[0]?.[0]?.binary?.data);
		expect([after.width, after.height]).toEqual([before.width, before.height]);
		expect(after.bitmap.data.equals(before.bitmap.data)).toBe(false);
	});

	it.each([
		['has no extension', (data: IBinaryData) => ({ json: {}, binary: { data } })],
		['n8n refuses to read', (data: IBinaryData) => ({ json: { _files: { data: { ...data } } } })],
	])('with a file that %s is rejected before the first task of any item', async (_, second) => {
		const unnamed = await storedFile(Buffer.from('weights'), 'photo', 'application/x-unknown');

		const { error } = await service.run({
			parameters: transform('data', { options: { maxAtATime: 1 } }),
			items: [{ json: {}, binary: { data: await photo(service) } }, second(unnamed)],
		});

		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect([count('create'), count('token')]).toEqual([0, 0]);
	});

	it('is told by its field if n8n has lost its content, also by File: Upload', async () => {
		const id = 'filesystem-v2:workflows/none/executions/none/binary_data/none';
		const items = [{ json: {}, binary: { data: { ...(await photo(service)), id } } }];
		const upload = { resource: 'file', operation: 'upload', inputField: 'data', options: {} };

		for (const parameters of [transform(), upload]) {
			const { error } = await service.run({ parameters, items });
			expect(error?.message).toContain('the file in the binary field "data"');
		}

		expect(count('create')).toBe(0);
	});

	it('accepts {"$binary": name} in JSON', async () => {
		const { error } = await service.run({
			parameters: transform('', {
				specifyInputs: 'json',
				inputsJson: JSON.stringify({ [PICTURE]: { $binary: 'photo' } }),
			}),
			items: [{ json: {}, binary: { photo: await photo(service) } }],
		});

		expect(error).toBeUndefined();
		expect(String(service.emulator.tasks()[0]?.inputValues[PICTURE])).toContain('/inputs_temp/');
	});

	it('sends a URL unchanged', async () => {
		const url = `${service.emulator.storageUrl}/samples/landscape.png`;
		await service.run({ parameters: transform(url) });

		expect(service.emulator.tasks()[0]?.inputValues[PICTURE]).toBe(url);
		expect(count('token')).toBe(0);
	});

	it.each([
		['a name that the item lacks', 'picture', 'This item has no binary field "picture"'],
		['a local path', '/home/me/photo.png', 'binary field of this item (data, mask)'],
		['an emptied field', '', 'is empty'],
	])('rejects %s before anything is charged', async (_, value, message) => {
		const { error } = await service.run({
			parameters: transform(value),
			items: [{ json: {}, binary: { data: await photo(service), mask: await photo(service) } }],
		});

		expect(`${error?.message}. ${error?.description}`).toContain(message);
		expect(count('token')).toBe(0);
		expect(service.creates()).toBe(0);
	});
});

it('a file that several items share is uploaded once', async () => {
	const data = await photo(service);
	const items = [1, 2, 3].map((n) => ({ json: { n }, binary: { data } }));

	await service.run({ parameters: transform(), items });

	expect(service.creates()).toBe(3);
	expect([count('token'), count('put'), count('commit')]).toEqual([1, 1, 1]);
});

it('a stored file with two extensions is uploaded with both', async () => {
	const png = await photo(service);
	const names = ['photo.png', 'photo.jpg'];

	const { outputs } = await service.run({
		parameters: { resource: 'file', operation: 'upload', fileSource: 'binary', inputField: 'data' },
		items: names.map((fileName) => ({ json: {}, binary: { data: { ...png, fileName } } })),
	});

	expect(png.id).toBeDefined();
	expect(outputs[0]?.map(({ json }) => json['ext'])).toEqual(['.png', '.jpg']);
});

it('a retry that attaches to its task uploads nothing', async () => {
	service.emulator.plan({ runningMs: 10_000 });

	const { error } = await service.run({
		parameters: transform('data', { options: { maxWaitMinutes: 0.1 } }),
		items: [{ json: {}, binary: { data: await photo(service) } }],
		settings: { retryOnFail: true, maxTries: 3 },
	});

	expect(error).toBeUndefined();
	expect([count('put'), service.creates()]).toEqual([1, 1]);
});

it("a file that can't be uploaded fails only the items that use it, before their tasks are created", async () => {
	const answer = { type: 'answer', status: 500, body: '' } as const;
	service.emulator.addFault({ on: 'commit', effect: answer, times: Infinity });

	const { outputs } = await service.run({
		parameters: transform('={{ $json.picture }}'),
		items: [
			{ json: { picture: 'data' }, binary: { data: await photo(service) } },
			{ json: { picture: `${service.emulator.storageUrl}/samples/portrait.png` } },
		],
		settings: { onError: 'continueRegularOutput' },
	});

	expect(outputs[0]?.[0]?.json).toMatchObject({ error: expect.any(String) });
	expect(outputs[0]?.[1]?.json).toMatchObject({ status: 'Success' });
	expect(service.creates()).toBe(1);
});

it.each(['ossV4', 'ossV1', 's3'])(
	'uploads are signed as %s, and the API key never reaches the storage',
	async (storageType) => {
		const { error } = await service.run({
			parameters: transform(),
			items: [{ json: {}, binary: { data: await photo(service) } }],
			credential: { ...service.credential, storageType },
		});

		expect(error).toBeUndefined();
		const stored = service.emulator.requests().filter(({ host }) => host === 'storage');
		expect(stored.map(({ operation }) => operation)).toContain('put');
		expect(JSON.stringify(stored)).not.toContain(service.emulator.apiKey);
	},
);

function tokens(): number {
	return service.emulator.requests().filter(({ operation }) => operation === 'token').length;
}

describe('File: Upload', () => {
	const upload = (more: object) => ({
		resource: 'file',
		operation: 'upload',
		options: {},
		...more,
	});

	const sample = (name = 'portrait.png', options = {}) => ({
		...upload({ fileSource: 'url', options }),
		fileUrl: `${service.emulator.storageUrl}/samples/${name}`,
	});

	const largeFile = () => {
		const effect = { type: 'bytes', count: 100_000, contentType: 'image/png' } as const;
		service.emulator.addFault({ on: 'download', effect });
		return sample('portrait.png', { maxFileSizeMb: 0.01 });
	};

	it.each([
		['uploads a binary field', 'binary'],
		['uploads a binary field if an expression chooses the source', '={{ "binary" }}'],
	])('%s', async (_, fileSource) => {
		const { outputs } = await service.run({
			parameters: upload({ fileSource, inputField: 'photo' }),
			items: [{ json: {}, binary: { photo: await photo(service, 'my photo') } }],
		});

		expect(outputs[0]?.[0]?.json).toEqual({
			...{ id: expect.any(Number), name: 'my photo.png', ext: '.png' },
			url: expect.stringContaining('/inputs_temp/'),
		});
	});

	it('uploads a file at a URL, staged through the binary store', async () => {
		const { outputs, error } = await service.run({ parameters: sample() });

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ name: 'portrait.png', ext: '.png' });
	});

	it.each([
		[
			'the URL is empty',
			() => upload({ fileSource: 'url' }),
			/^'URL' is empty$/,
			/Enter the URL of/,
		],
		[
			'the URL leads to no file',
			() => sample('nothing.png'),
			/HTTP 404/,
			/^Check that the URL opens without a login\. Nothing was uploaded\.$/,
		],
		[
			'the file is too large',
			largeFile,
			/larger than the limit/,
			/^Raise the option 'Max File Size \(MB\)'\. Nothing was uploaded\.$/,
		],
		[
			'the item has no such file',
			() => upload({ fileSource: 'binary', inputField: 'photo' }),
			/^The input item has no binary field "photo"$/,
			/It has: data\./,
		],
	])('the message says that %s, and what to do', async (_, parameters, message, description) => {
		const items = [{ json: {}, binary: { data: await photo(service) } }];

		const { error } = await service.run({ parameters: parameters(), items });

		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(description);
		expect(error?.description).not.toMatch(/charged|run again/);
	});

	it('the response of a private host is not uploaded', async () => {
		const { error } = await service.run({
			parameters: upload({ fileSource: 'url', fileUrl: 'http://169.254.169.254/latest/meta-data' }),
		});

		expect(error?.message).toContain('private host');
		expect(error?.description).toMatch(/^Get the file with an HTTP Request node/);
		expect(tokens()).toBe(0);
	});
});

it('the file that an expression returns is uploaded for an override', async () => {
	const parameters = runForm({}, overrides({ key: PICTURE, value: '={{ $binary.data }}' }), 56258);
	const items = [{ json: {}, binary: { data: await photo(service) } }];

	const { error } = await service.run({ parameters, items });

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()[0]?.inputValues[PICTURE]).toContain('/inputs_temp/');
});

/** n8n then keeps the files of an item in its JSON. */
const combined = { workflowSettings: { binaryMode: 'combined' } } as const;

const upload = (inputField: string): Parameters => ({
	...{ resource: 'file', operation: 'upload', options: {} },
	...{ fileSource: 'binary', inputField },
});
const levelsOf = (value: string) => runForm({ [PICTURE]: value }, {}, 56258);
const puts = () => service.emulator.requests().filter(({ operation }) => operation === 'put');

describe('if n8n keeps files in JSON', () => {
	it.each(['data', '_files.data', '={{ $json._files.data }}'])('uploads %s', async (field) => {
		const items = [{ json: { _files: { data: { ...(await photo(service)) } } } }];
		const { outputs, error } = await service.run({ parameters: upload(field), items, ...combined });

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ name: 'photo.png' });
	});

	it('a record without a type is no file of the item', async () => {
		const file = { ...(await photo(service)) };
		const items = [{ json: { _files: { data: file, note: { text: 'a' } } } }];

		const { error } = await service.run({ parameters: upload('other'), items, ...combined });

		expect(`${error?.message} ${error?.description}`).toContain('data');
		expect(`${error?.message} ${error?.description}`).not.toContain('note');
	});

	it('with Map Automatically, they are no field of the item', async () => {
		const file = { ...(await photo(service)) };
		const inputs = { mappingMode: 'autoMapInputData', value: null };
		const parameters = runForm({}, { inputs } as never, 56258);
		const items = [{ json: { Picture: 'https://files.example.com/a.png', _files: { file } } }];

		const { hints } = await service.run({ parameters, items, ...combined });

		expect(hints.join()).not.toContain('_files');
	});

	it.each(['data', '={{ $json._files.data }}'])('a media input takes %s', async (value) => {
		const items = [{ json: { _files: { data: { ...(await photo(service)) } } } }];
		const { error } = await service.run({ parameters: levelsOf(value), items, ...combined });

		expect(error).toBeUndefined();
		expect(String(service.emulator.tasks()[0]?.inputValues[PICTURE])).toContain('/inputs_temp/');
	});
});

it('if n8n keeps files elsewhere, a file in JSON is not sent, because anyone could have written it', async () => {
	const items = [{ json: { _files: { data: { ...(await photo(service)) } } } }];

	for (const parameters of [upload('data'), levelsOf('data')]) {
		const { error } = await service.run({ parameters, items });
		expect(error).toBeDefined();
	}
	expect(puts()).toEqual([]);
	expect(service.creates()).toBe(0);
});

it("a file returned by an expression is recognized as the item's file", async () => {
	const items = [{ json: {}, binary: { data: await photo(service) } }];

	const { error } = await service.run({ parameters: levelsOf('={{ $binary.data }}'), items });

	expect(error).toBeUndefined();
	expect(puts()).toHaveLength(1);
});

it("a file that doesn't belong to the item is rejected", async () => {
	const foreign = await storedFile(Buffer.from('secret'), 'secret.png', 'image/png');
	const items = [{ json: { picture: { ...foreign } }, binary: { data: await photo(service) } }];

	const { error } = await service.run({ parameters: levelsOf('={{ $json.picture }}'), items });

	expect(error?.description).toContain('binary field of this item (data)');
	expect(puts()).toEqual([]);
});

it('equal bytes with different extensions are different files', async () => {
	const data = Buffer.from('the same').toString('base64');
	const file = (fileName: string) => ({ data, mimeType: 'application/octet-stream', fileName });
	const items = ['a.mp4', 'b.mp3', 'c.MP3'].map((name) => ({
		json: {},
		binary: { data: file(name) },
	}));

	const { outputs } = await service.run({ parameters: upload('data'), items });

	expect(outputs[0]?.map(({ json }) => json.ext)).toEqual(['.mp4', '.mp3', '.mp3']);
	expect(puts()).toHaveLength(2);
});
