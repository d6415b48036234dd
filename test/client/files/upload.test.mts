import { requireSafeStorage } from '../../../client/files/uploadCredentials';
import { readUploadedFile } from '../../../client/files/uploadedFile';
import type { Http } from '../../../client/ports';
import { errorOf } from '../errors.mts';
import { type Service, useService } from '../service.mts';
import { createFile, stored, upload } from './uploading.mts';

const service = useService();
const { requests } = service;

describe('the three steps of an upload', () => {
	it('get credentials, put the file and commit it, as in the specification', async () => {
		const uploaded = await upload(service, createFile({ name: 'red kite.png' }));

		const [token] = requests('token');
		const [put] = requests('put');
		const [commit] = requests('commit');
		const [{ objectKey = '', securityToken = '' } = {}] = service.emulator.credentials();
		expect(token).toMatchObject({
			host: 'api',
			method: 'GET',
			path: '/v1/upload/token?file_name=red+kite.png&file_type=inputs_temp',
			headers: { authorization: `Bearer ${service.emulator.apiKey}` },
		});
		expect(put).toMatchObject({
			host: 'storage',
			method: 'PUT',
			path: `/emulator-bucket/${objectKey}`,
			headers: {
				'content-type': 'image/png',
				'content-length': '10',
				'x-oss-security-token': securityToken,
			},
			bytes: 10,
			status: 200,
		});
		expect(put?.headers).not.toHaveProperty('transfer-encoding');
		expect(commit).toMatchObject({
			host: 'meta',
			method: 'POST',
			path: '/v1/input_resource/commit',
			headers: {
				authorization: `Bearer ${service.emulator.apiKey}`,
				'content-type': 'application/json',
			},
			body: { name: 'red kite.png', object_key: objectKey },
		});
		expect(uploaded).toEqual({
			id: expect.any(Number),
			name: 'red kite.png',
			ext: '.png',
			url: `${service.emulator.storageUrl}/${objectKey}`,
		});
		expect((await stored(service, uploaded.url)).toString()).toBe('a red kite');
	});

	it('request the configured file type', async () => {
		await upload(service, createFile(), { fileType: 'inputs' });

		expect(requests('token')[0]?.path).toContain('file_type=inputs');
	});

	it('also work for an empty file', async () => {
		const uploaded = await upload(service, createFile({ chunks: [] }));

		expect(await stored(service, uploaded.url)).toHaveLength(0);
		expect(requests('put')[0]?.headers['content-length']).toBe('0');
	});
});

describe('the storage accepts', () => {
	it.each(['ossV4', 'ossV1', 's3'] as const)(
		'it accepts the signature %s, and gets no API key',
		async (scheme) => {
			const { url } = await upload(service, createFile(), { scheme });

			expect((await stored(service, url)).toString()).toBe('a red kite');
			const [put] = requests('put');
			expect(JSON.stringify(put)).not.toContain(service.emulator.apiKey);
			expect(put?.headers['authorization']).not.toMatch(/^Bearer/);
		},
	);

	it.each(['ossV4', 'ossV1', 's3'] as const)(
		'it accepts %s for a region without prefix too',
		async (scheme) => {
			service.emulator.setUpStorage({ region: 'cn-hangzhou' });

			await expect(upload(service, createFile(), { scheme })).resolves.toBeDefined();
		},
	);
});

describe('a private host that the service returns as its storage', () => {
	const endpoint = 'http://169.254.169.254/latest';

	it('gets no request unless it is a host of the credential', async () => {
		service.emulator.setUpStorage({ endpoint });

		await expect(upload(service)).rejects.toMatchObject({
			kind: 'upload',
			details: { reason: 'privateStorage' },
		});
	});

	it.each([
		['local', 'printer', 'printer.local'],
		['local:8443', 'printer', 'printer.local:8443'],
		['http://metadata.google.internal', 'x', 'x.metadata.google.internal'],
		['ip6-localhost', 'x', 'x.ip6-localhost'],
		['home.arpa', 'nas', 'nas.home.arpa'],
	])('is recognized by endpoint and bucket: %s and %s', async (endpoint, bucket, host) => {
		service.emulator.setUpStorage({ endpoint, bucket });

		await expect(upload(service)).rejects.toMatchObject({
			message: expect.stringContaining(`on a private host (${host})`),
		});
	});

	it('may be a subdomain of a host of the credential', async () => {
		service.emulator.setUpStorage({ endpoint: 'http://minio.internal:1', bucket: 'files' });

		const asked: string[] = [];
		const put: Http['put'] = async ({ url }) => {
			asked.push(new URL(url).host);
			return { status: 403, headers: {}, body: '' };
		};

		await errorOf(() => upload(service, createFile(), { put, ownHosts: ['minio.internal:1'] }));

		expect(asked[0]).toBe('files.minio.internal:1');
	});

	it('is blocked before the file is opened', async () => {
		const file = createFile();

		await expect(upload(service, file, { ownHosts: [] })).rejects.toMatchObject({ kind: 'upload' });
		expect(file.counts.opened).toBe(0);
		expect(requests('put')).toEqual([]);
	});
});

describe('a storage without encryption', () => {
	const https = () => service.emulator.apiUrl.replace('http:', 'https:');

	it('gets no file from a service with encryption, also if it is a host of the credential', async () => {
		const file = createFile();

		const uploaded = upload(service, file, { baseUrl: https() });

		await expect(uploaded).rejects.toMatchObject({
			kind: 'upload',
			details: { reason: 'openStorage' },
		});
		expect(file.counts.opened).toBe(0);
		expect(requests('put')).toEqual([]);
	});

	it.each([
		['it with encryption', () => service.emulator.storageUrl.replace('http:', 'https:')],
		['another one', () => 'http://files.example.com'],
	])('gets none if the user entered %s', async (_, storageUrl) => {
		const uploaded = upload(service, createFile(), { baseUrl: https(), storageUrl: storageUrl() });

		await expect(uploaded).rejects.toMatchObject({ kind: 'upload' });
		expect(requests('put')).toEqual([]);
	});

	it('gets the file if the user entered it so', async () => {
		const { storageUrl } = service.emulator;

		const { url } = await upload(service, createFile(), { baseUrl: https(), storageUrl });

		expect((await stored(service, url)).toString()).toBe('a red kite');
	});

	it.each([
		['https://oss.example.com', undefined],
		['http://oss.example.com', 'http://oss.example.com'],
		['http://oss.example.com', 'http://bucket.oss.example.com/files'],
	])('%s is taken from a service with encryption if the user entered %s', (endpoint, own) => {
		const target = { endpoint, bucket: 'bucket', region: 'oss-cn-a', objectKey: 'kite.png' };

		const options = { ownHosts: [], storageUrl: own };
		expect(() => requireSafeStorage(target, 'https://a.example', options)).not.toThrow();
	});
});

function answer(on: 'token' | 'commit', data: unknown): void {
	const body = { code: 20000, message: 'Ok', status: true, data };
	service.emulator.addFault({ on, times: Infinity, effect: { type: 'answer', status: 200, body } });
}

describe.each(['token', 'commit'] as const)('the request for %s', (step) => {
	it.each([
		['a failure of the service', { type: 'answer', status: 500 }],
		['a lost connection', { type: 'reset', when: 'after' }],
	] as const)('alone is repeated after %s', async (_, effect) => {
		service.emulator.addFault({ on: step, times: 2, effect });

		await upload(service);

		expect(requests(step)).toHaveLength(3);
		expect(requests('put')).toHaveLength(1);
	});

	it('keeps its kind when the service refuses it', async () => {
		const body = { code: 20052, message: 'Invalid API key' };
		service.emulator.addFault({ on: step, effect: { type: 'answer', status: 401, body } });

		const error = await errorOf(() => upload(service));

		expect(error.kind).toBe('credential');
		expect(error.message).toMatch(/^Couldn't upload kite\.png: The service didn't/);
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

it("a file's extension is the one in the response to the commit, although its name has another", async () => {
	answer('commit', { id: 7, name: 'k.jpeg', ext: '.jpg', url: 'https://cdn.example.com/k.jpg' });

	expect(await upload(service, createFile())).toMatchObject({ name: 'k.jpeg', ext: '.jpg' });
});

describe('the URL of the file is', () => {
	const storageUrl = 'https://files.example.com/cdn/';

	it('it is the one in the response to the commit', async () => {
		answer('commit', { id: 7, name: 'k.png', ext: '.png', url: 'https://cdn.example.com/k.png' });

		await expect(upload(service, createFile(), { storageUrl })).resolves.toEqual({
			id: 7,
			name: 'k.png',
			ext: '.png',
			url: 'https://cdn.example.com/k.png',
		});
	});

	it.each([undefined, null, {}, { url: '' }, { url: 'inputs/k.png' }, 'done'])(
		'it is below the Storage URL if the commit returns %j',
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

	it('it keeps the whole path of the Storage URL', () => {
		const stored = { name: 'k.png', objectKey: 'k.png', accessUrl: undefined };

		const { url } = readUploadedFile(
			{},
			{ ...stored, bucketUrl: '' },
			'https://files.example.com/v1/',
		);

		expect(url).toBe('https://files.example.com/v1/k.png');
	});

	it("it is the object's own URL otherwise", async () => {
		answer('commit', {});

		const { url } = await upload(service);

		const objectKey = service.emulator.credentials()[0]?.objectKey;
		expect(url).toBe(`${service.emulator.storageUrl}/emulator-bucket/${objectKey}`);
	});
});

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
