import { readUploadedFile } from '../../../client/files/uploadedFile';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createFile, upload } from './uploading.mts';

const service = useService();
const { requests } = service;

function answer(on: 'token' | 'commit', data: unknown): void {
	const body = { code: 20000, message: 'Ok', status: true, data };
	service.emulator.addFault({ on, times: Infinity, effect: { type: 'answer', status: 200, body } });
}

describe.each(['token', 'commit'] as const)('the request for %s', (step) => {
	it.each([
		['a failure of the service', { type: 'answer', status: 500 }],
		['a page of a proxy', { type: 'html', status: 502 }],
		['a lost connection', { type: 'reset', when: 'after' }],
		['no answer', { type: 'hang' }],
	] as const)('alone is repeated after %s', async (_, effect) => {
		service.emulator.addFault({ on: step, times: 2, effect });

		await upload(service);

		expect(requests(step)).toHaveLength(3);
		expect(requests('put')).toHaveLength(1);
	});

	it('keeps kind and advice when the service refuses it', async () => {
		const body = { code: 20052, message: 'Invalid API key' };
		service.emulator.addFault({ on: step, effect: { type: 'answer', status: 401, body } });

		const error = await errorOf(() => upload(service));

		expect(error.kind).toBe('credential');
		expect(error.message).toMatch(/^Couldn't upload kite\.png: The service didn't/);
		expect(error.advice).toContain('paste the API key again');
		expect(requests(step)).toHaveLength(1);
	});
});

describe('credentials that lack a part', () => {
	const file = { object_key: 'k.png', access_key_id: 'an-id-of-someone', access_key_secret: 'se' };
	const storage = { endpoint: 'storage.example.com', bucket: 'b', region: 'r' };

	it.each([
		['endpoint', { file, storage: { ...storage, endpoint: '' } }],
		['bucket', { file, storage: { ...storage, bucket: undefined } }],
		['region', { file, storage: { ...storage, region: 7 } }],
		['object_key', { file: { ...file, object_key: null }, storage }],
		['access_key_id', { file: { ...file, access_key_id: undefined }, storage }],
		['access_key_secret', { file: { ...file, access_key_secret: [] }, storage }],
		['endpoint', undefined],
		['endpoint', 'soon'],
	])('%s are named in the message without their values', async (part, data) => {
		answer('token', data);

		const error = await errorOf(() => upload(service));

		expect(error.kind).toBe('unexpected_response');
		expect(error.message).toBe(
			`Couldn't upload kite.png: The service's upload credentials don't include ${part}`,
		);
	});

	it.each(['access_key_id', 'security_token'])(
		'or have a line break in %s are rejected',
		async (part) => {
			answer('token', { file: { ...file, [part]: 'an-id\r\nHost: b' }, storage });

			const error = await errorOf(() => upload(service));

			expect(error.message).toContain(`The ${part} in the service's upload credentials is invalid`);
			expect(error.message).not.toContain('an-id');
		},
	);
});

describe('the URL of the file is', () => {
	const storageUrl = 'https://files.example.com/cdn/';

	it('the one in the response to the commit', async () => {
		answer('commit', { id: 7, name: 'k.png', ext: '.png', url: 'https://cdn.example.com/k.png' });

		await expect(upload(service, createFile(), { storageUrl })).resolves.toEqual({
			id: 7,
			name: 'k.png',
			ext: '.png',
			url: 'https://cdn.example.com/k.png',
		});
	});

	it.each([undefined, null, {}, { url: '' }, { url: 'inputs/k.png' }, 'done'])(
		'below the Storage URL if the commit returns %j',
		async (data) => {
			answer('commit', data);

			const uploaded = await upload(service, createFile(), { storageUrl });

			const objectKey = service.emulator.credentials()[0]?.objectKey;
			expect(uploaded).toEqual({
				id: undefined,
				name: 'kite.png',
				ext: '.png',
				url: `https://files.example.com/cdn/${objectKey}`,
			});
		},
	);

	it("not below the Storage URL if the key doesn't allow it", () => {
		const stored = { name: 'k.png', objectKey: '\ud800', accessUrl: undefined };
		const bucketUrl = 'https://bucket.example.com/k.png';

		const { url } = readUploadedFile({}, { ...stored, bucketUrl }, 'https://files.example.com');

		expect(url).toBe(bucketUrl);
	});

	it("the object's own URL otherwise", async () => {
		answer('commit', {});

		const { url } = await upload(service);

		const objectKey = service.emulator.credentials()[0]?.objectKey;
		expect(url).toBe(`${service.emulator.storageUrl}/emulator-bucket/${objectKey}`);
	});
});
