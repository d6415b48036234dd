import { photo } from './photo.mts';
import { useService } from './service.mts';

const service = useService();

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

	it('uploads a binary field', async () => {
		const { outputs } = await service.run({
			parameters: upload({ fileSource: 'binary', inputField: 'photo' }),
			items: [{ json: {}, binary: { photo: await photo(service, 'my photo') } }],
		});

		expect(outputs[0]?.[0]?.json).toEqual({
			id: expect.any(Number),
			name: 'my photo.png',
			ext: '.png',
			url: expect.stringContaining('/inputs_temp/'),
		});
	});

	it('uploads a binary field if an expression chooses the source', async () => {
		const { outputs, error } = await service.run({
			parameters: upload({ fileSource: '={{ "binary" }}', inputField: 'photo' }),
			items: [{ json: {}, binary: { photo: await photo(service, 'my photo') } }],
		});

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ name: 'my photo.png' });
	});

	it('says that the URL is empty', async () => {
		const { error } = await service.run({ parameters: upload({ fileSource: 'url' }) });

		expect(error?.message).toBe("'URL' is empty");
		expect(error?.description).toContain('Enter the URL of the file.');
	});

	it('uploads a file at a URL, staged through the binary store', async () => {
		const { outputs, error } = await service.run({
			parameters: upload({
				fileSource: 'url',
				fileUrl: `${service.emulator.storageUrl}/samples/portrait.png`,
			}),
		});

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ name: 'portrait.png', ext: '.png' });
	});

	describe('the message says why a file at a URL is not uploaded, in words for this operation:', () => {
		const fromUrl = (name: string, options = {}) =>
			upload({
				fileSource: 'url',
				fileUrl: `${service.emulator.storageUrl}/samples/${name}`,
				options,
			});

		it('a URL that leads to no file', async () => {
			const { error } = await service.run({ parameters: fromUrl('nothing.png') });

			expect(error?.message).toContain('HTTP 404');
			expect(error?.description).toBe(
				"Check that the URL opens without a login. Nothing was uploaded. You weren't charged.",
			);
		});

		it('a file that is too large', async () => {
			const tooMuch = { type: 'bytes', count: 100_000, contentType: 'image/png' } as const;
			service.emulator.addFault({ on: 'download', effect: tooMuch });
			const { error } = await service.run({
				parameters: fromUrl('portrait.png', { maxFileSizeMb: 0.01 }),
			});

			expect(error?.message).toContain('larger than the limit');
			expect(error?.description).toBe(
				"Raise 'Max File Size (MB)' in the options. Nothing was uploaded. You weren't charged.",
			);
		});
	});

	it('the message lists the available binary fields', async () => {
		const { error } = await service.run({
			parameters: upload({ fileSource: 'binary', inputField: 'photo' }),
			items: [{ json: {}, binary: { data: await photo(service) } }],
		});

		expect(error?.message).toBe('The input item has no binary field "photo"');
		expect(error?.description).toContain('It has: data.');
	});

	it('the response of a private host is not uploaded', async () => {
		const { error } = await service.run({
			parameters: upload({ fileSource: 'url', fileUrl: 'http://169.254.169.254/latest/meta-data' }),
		});

		expect(error?.message).toContain('private host');
		expect(tokens()).toBe(0);
	});
});
