import type { IBinaryData } from 'n8n-workflow';
import { decodePicture } from '../../emulator/rendering/picture.mts';
import { bytesOf } from './binaryStore.mts';
import { photo } from './photo.mts';
import { runForm, useService } from './service.mts';

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
		[
			'a name that the item lacks',
			'picture',
			'is "picture". URLs start with http:// or https://. Binary fields of this item: data, mask.',
		],
		['a local path', '/home/me/photo.png', 'Binary fields of this item: data, mask.'],
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
		parameters: transform('data', { limits: { maxWaitMinutes: 0.1 } }),
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
