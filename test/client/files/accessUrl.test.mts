import { useService, type Service } from '../service.mts';
import { createFile, upload } from './uploading.mts';

const options = { storageUrl: 'https://files.example.com' };

function silence({ emulator }: Service, on: 'commit' | 'put'): void {
	const body = { code: 20000, data: {} };
	emulator.addFault({ on, effect: { type: 'answer', status: 200, body } });
}

describe('a URL that comes with the upload credentials', () => {
	const service = useService({ accessUrl: true });

	it('is used instead of the Storage URL', async () => {
		silence(service, 'commit');

		const { url } = await upload(service, createFile(), options);

		const objectKey = service.emulator.credentials()[0]?.objectKey;
		expect(url).toBe(`${service.emulator.storageUrl}/${objectKey}`);
	});

	it('may be one of the fields of the file', async () => {
		const access_url = 'https://elsewhere.example.com/k.png';
		const file = { object_key: 'k.png', access_key_id: 'id', access_key_secret: 's', access_url };
		const storage = { endpoint: service.emulator.storageUrl, bucket: 'b', region: 'r' };
		const body = { code: 20000, data: { file, storage } };
		service.emulator.addFault({ on: 'token', effect: { type: 'answer', status: 200, body } });
		silence(service, 'put');
		silence(service, 'commit');

		const { url } = await upload(service, createFile(), options);

		expect(url).toBe(access_url);
	});
});
