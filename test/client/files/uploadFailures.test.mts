import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createFile, stored, upload } from './uploading.mts';

const service = useService();
const { requests } = service;

function refusal(code: string): string {
	return `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`;
}

function fail(status: number, code: string, times = Infinity): void {
	const effect = { type: 'answer', status, body: refusal(code) } as const;
	service.emulator.addFault({ on: 'put', times, effect });
}

describe('a temporary failure', () => {
	it.each([
		['a busy storage', { type: 'answer', status: 503, body: refusal('SlowDown') }],
		['a page of a proxy', { type: 'html', status: 502 }],
		['a page with 200', { type: 'html', status: 200 }],
		['a limit of requests', { type: 'answer', status: 429, body: '' }],
		['a connection lost before the file arrived', { type: 'reset', when: 'before' }],
		['a connection lost after the file arrived', { type: 'reset', when: 'after' }],
		['a storage that does not answer', { type: 'hang' }],
	] as const)('%s: each attempt has fresh credentials and a fresh stream', async (_, effect) => {
		service.emulator.addFault({ on: 'put', times: 3, effect });
		const file = createFile();

		const { url } = await upload(service, file);

		const ids = service.emulator.credentials().map(({ accessKeyId }) => accessKeyId);
		expect(new Set(ids).size).toBe(4);
		expect(requests('put')).toHaveLength(4);
		expect(file.counts.opened).toBe(4);
		expect((await stored(service, url)).toString()).toBe('a red kite');
	});

	it('that lasts ends with an error message', async () => {
		fail(503, 'SlowDown');

		const error = await errorOf(() => upload(service));

		expect(requests('put')).toHaveLength(4);
		expect(error).toMatchObject({
			kind: 'upload',
			message: "Couldn't upload kite.png: the storage refused the file (No., SlowDown, HTTP 503)",
			details: { code: 'SlowDown', httpStatus: 503 },
			advice: expect.stringContaining('Run again later'),
		});
	});

	it('a storage that cannot be reached is named as the cause, not the service', async () => {
		service.emulator.setUpStorage({ endpoint: 'http://127.0.0.1:1' });

		const error = await errorOf(() => upload(service, createFile(), { ownHosts: ['127.0.0.1:1'] }));

		expect(error.kind).toBe('upload');
		expect(error.message).toContain("the storage couldn't be reached");
		expect(error.advice).not.toContain('Base URL');
	});
});

describe('a refused upload is repeated once with fresh credentials', () => {
	it.each([
		[403, 'SecurityTokenExpired'],
		[403, 'InvalidAccessKeyId'],
		[403, 'AccessDenied'],
		[401, 'Unauthorized'],
		[400, 'ExpiredToken'],
	])('HTTP %i %s', async (status, code) => {
		fail(status, code, 1);

		await upload(service);

		expect(requests('put').map((put) => put.status)).toEqual([status, 200]);
		expect(requests('token')).toHaveLength(2);
	});

	it('and then fails with a message', async () => {
		fail(403, 'SecurityTokenExpired');

		const error = await errorOf(() => upload(service));

		expect(requests('put')).toHaveLength(2);
		expect(error).toMatchObject({ kind: 'upload', details: { code: 'SecurityTokenExpired' } });
	});

	it('a wrong clock is named in the message, with what to check', async () => {
		const clock = { ...service.clock, wallNow: () => service.time.now() + 20 * 60_000 };

		const error = await errorOf(() => upload(service, createFile(), { clock }));

		expect(requests('put')).toHaveLength(2);
		expect(error.message).toContain("this machine's clock is wrong");
		expect(error.message).toContain('RequestTimeTooSkewed, HTTP 403');
		expect(error.advice).toContain('Check the clock of the machine that runs n8n');
	});

	it('for a wrong signature method the message points to the credential', async () => {
		fail(403, 'SignatureDoesNotMatch');

		expect((await errorOf(() => upload(service))).advice).toContain('Storage Type');
	});
});

describe('a permanent failure is not repeated', () => {
	it.each([
		['a refusal of another kind', { type: 'answer', status: 400, body: refusal('EntityTooLarge') }],
		['a storage that is none', { type: 'answer', status: 404, body: 'not here' }],
		['a redirect', { type: 'redirect', to: 'https://files.example.com/', status: 307 }],
	] as const)('%s', async (_, effect) => {
		service.emulator.addFault({ on: 'put', times: Infinity, effect });

		const error = await errorOf(() => upload(service));

		expect(error.kind).toBe('upload');
		expect(requests('put')).toHaveLength(1);
		expect(requests('commit')).toEqual([]);
	});
});
