import { storedFile } from './binaryStore.mts';
import type { Parameters } from './instance.mts';
import { photo } from './photo.mts';
import { runForm, useService } from './service.mts';

const service = useService();

const PICTURE = '18:LoadImage.image';
/** n8n then keeps the files of an item in its JSON. */
const combined = { workflowSettings: { binaryMode: 'combined' } } as const;

const upload = (inputField: string): Parameters => ({
	...{ resource: 'file', operation: 'upload', options: {} },
	...{ fileSource: 'binary', inputField },
});
const transform = (value: string) => runForm({ [PICTURE]: value }, {}, 56258);
const puts = () => service.emulator.requests().filter(({ operation }) => operation === 'put');

describe('if n8n keeps files in JSON', () => {
	it.each(['data', '_files.data', '={{ $json._files.data }}'])('uploads %s', async (field) => {
		const items = [{ json: { _files: { data: { ...(await photo(service)) } } } }];
		const { outputs, error } = await service.run({ parameters: upload(field), items, ...combined });

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ name: 'photo.png' });
	});

	it.each(['data', '={{ $json._files.data }}'])('a media input takes %s', async (value) => {
		const items = [{ json: { _files: { data: { ...(await photo(service)) } } } }];
		const { error } = await service.run({ parameters: transform(value), items, ...combined });

		expect(error).toBeUndefined();
		expect(String(service.emulator.tasks()[0]?.inputValues[PICTURE])).toContain('/inputs_temp/');
	});

	it('the message lists the available files', async () => {
		const items = [{ json: { _files: { 'my photo': { ...(await photo(service)) } } } }];
		const parameters = upload('data');
		const { error } = await service.run({ parameters, items, ...combined });

		expect(error?.description).toContain('It has: my photo.');
	});
});

it('if n8n keeps files elsewhere, a file in JSON is not sent, because anyone could have written it', async () => {
	const items = [{ json: { _files: { data: { ...(await photo(service)) } } } }];

	for (const parameters of [upload('data'), transform('data')]) {
		const { error } = await service.run({ parameters, items });
		expect(error).toBeDefined();
	}
	expect(puts()).toEqual([]);
	expect(service.creates()).toBe(0);
});

it("a file returned by an expression is recognized as the item's file", async () => {
	const items = [{ json: {}, binary: { data: await photo(service) } }];

	const { error } = await service.run({ parameters: transform('={{ $binary.data }}'), items });

	expect(error).toBeUndefined();
	expect(puts()).toHaveLength(1);
});

it("a file that doesn't belong to the item is rejected", async () => {
	const foreign = await storedFile(Buffer.from('secret'), 'secret.png', 'image/png');
	const items = [{ json: { picture: { ...foreign } }, binary: { data: await photo(service) } }];

	const { error } = await service.run({ parameters: transform('={{ $json.picture }}'), items });

	expect(error?.description).toContain('Binary fields of this item: data');
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
