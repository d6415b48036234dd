import { AiAppError } from '../../../client/errors/AiAppError';
import { createUploadCache } from '../../../client/files/upload';
import type { FilePut, Http } from '../../../client/ports';
import type { FaultEffect } from '../../../emulator/index.mts';
import { inAnHour } from '../deadlines.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createFile, stored, upload } from './uploading.mts';

const service = useService();

const { requests } = service;

const EXPIRED = 'SecurityTokenExpired';

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
		['a connection lost after the file arrived', { type: 'reset', when: 'after' }],
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

	it('a storage that cannot be reached is named as the cause, not the service', async () => {
		service.emulator.setUpStorage({ endpoint: 'http://127.0.0.1:1' });

		const error = await errorOf(() => upload(service, createFile(), { ownHosts: ['127.0.0.1:1'] }));

		expect(error.kind).toBe('upload');
		expect(error.message).toContain("the storage couldn't be reached");
	});
});

describe('a storage that takes a file slowly', () => {
	const file = () => createFile({ chunks: Array<string>(600).fill('x'.repeat(61_000)) });

	/** Takes a chunk each so many milliseconds, and then answers. */
	function takingSlowly(everyMs: number, bytes: number) {
		const puts: number[] = [];
		const put: Http['put'] = async ({ body, signal }) => {
			puts.push(service.time.now());
			let left = 0;
			for await (const chunk of body) {
				for (left += chunk.length; left > 0; left -= bytes) {
					await service.time.sleep(everyMs, signal);
					if (signal?.aborted) return { noAnswer: 'aborted', reason: 'stopped' };
				}
			}
			return { status: 200, headers: {}, body: '' };
		};
		return { put, puts };
	}

	it('has six hours for all attempts together', async () => {
		const { put, puts } = takingSlowly(59_000, 61_000);
		const startedAt = service.time.now();

		const error = await errorOf(() => upload(service, file(), { put }));

		expect(error.message).toContain('the upload took longer than 6 hours');
		expect(puts).toHaveLength(1);
		expect(service.time.now() - startedAt).toBeLessThan(6.1 * 3_600_000);
	});
});

describe('a refused upload is repeated once with fresh credentials', () => {
	it.each([
		[403, EXPIRED],
		[403, 'InvalidAccessKeyId'],
		[403, 'AccessDenied'],
		[401, 'Unauthorized'],
		[400, 'ExpiredToken'],
	])('it is repeated once after HTTP %i %s', async (status, code) => {
		fail(status, code, 1);

		await upload(service);

		expect(requests('put').map((put) => put.status)).toEqual([status, 200]);
		expect(requests('token')).toHaveLength(2);
	});

	it('a wrong clock is named in the message, with what to check', async () => {
		const clock = { ...service.clock, wallNow: () => service.time.now() + 20 * 60_000 };

		const error = await errorOf(() => upload(service, createFile(), { clock }));

		expect(requests('put')).toHaveLength(2);
		expect(error.details.code).toBe('RequestTimeTooSkewed');
		expect(error.details.reason).toBe('clock');
	});

	it('a wrong signature method is told apart', async () => {
		fail(403, 'SignatureDoesNotMatch');

		const error = await errorOf(() => upload(service));

		expect(error.details.reason).toBe('signature');
	});
});

describe('an upload that fails in the end', () => {
	const refused = (status: number, code: string) =>
		({ type: 'answer', status, body: refusal(code) }) as const;
	const NO_STORAGE = { type: 'answer', status: 404, body: 'not here' } as const;
	const REDIRECT = { type: 'redirect', to: 'https://files.example.com/', status: 307 } as const;

	it.each<[string, FaultEffect, number, object]>([
		[
			'a busy storage',
			refused(503, 'SlowDown'),
			4,
			{
				message: "Couldn't upload kite.png: the storage refused the file (No., SlowDown, HTTP 503)",
				details: { code: 'SlowDown', httpStatus: 503 },
			},
		],
		['expired credentials', refused(403, EXPIRED), 2, { details: { code: EXPIRED } }],
		['a refusal of another kind', refused(400, 'EntityTooLarge'), 1, {}],
		['a storage that is none', NO_STORAGE, 1, {}],
		['a redirect', REDIRECT, 1, {}],
	])('was put as often as may help: %s', async (_, effect, puts, parts) => {
		service.emulator.addFault({ on: 'put', times: Infinity, effect });

		const error = await errorOf(() => upload(service));

		expect(error).toMatchObject({ kind: 'upload', ...parts });
		expect(requests('put')).toHaveLength(puts);
		expect(requests('commit')).toEqual([]);
	});
});

describe('a file whose announced size is wrong', () => {
	it.each([
		['smaller', 11, ['a red ', 'kite']],
		['larger', 9, ['a red ', 'kite']],
		['smaller', 3, []],
		['larger', 0, ['a']],
	])('is %s than %i bytes: it is never stored and not uploaded again', async (_, size, chunks) => {
		const error = await errorOf(() => upload(service, createFile({ size, chunks })));

		expect(error).toMatchObject({ kind: 'upload', details: { reason: 'fileSource' } });
		expect(requests('token')).toHaveLength(1);
		expect(requests('put').some(({ status }) => status === 200)).toBe(false);
		expect(requests('commit')).toEqual([]);
	});
});

it.each([
	[11, ['a red ']],
	[6, []],
])(
	'of a file that is not of %i bytes, the storage never gets the last chunk',
	async (size, got) => {
		const seen: string[] = [];
		async function put({ body }: FilePut) {
			for await (const chunk of body) seen.push(String(chunk));
			return { status: 200, headers: {}, body: '' };
		}

		await errorOf(() => upload(service, createFile({ size }), { put }));

		expect(seen).toEqual(got);
	},
);

describe('a source that breaks', () => {
	async function* broken(): AsyncGenerator<Uint8Array> {
		yield Buffer.from('a red ');
		throw new Error('EIO: secret path');
	}

	it('is opened again', async () => {
		const file = createFile();
		let tries = 0;
		const open = async () => (++tries === 1 ? broken() : file.open());

		const { url } = await upload(service, { ...file, open });

		expect(tries).toBe(2);
		expect((await stored(service, url)).toString()).toBe('a red kite');
	});

	it.each([
		['while it is read', async () => broken()],
		['when it is opened', () => Promise.reject(new Error('ENOENT: secret path'))],
	])('%s every time ends with an error message', async (_, open) => {
		const error = await errorOf(() => upload(service, { ...createFile(), open }));

		expect(error).toMatchObject({ kind: 'upload', details: { reason: 'fileSource' } });
		expect(error.message).not.toContain('secret');
		expect(requests('commit')).toEqual([]);
	});
});

describe('a storage that answers before it has read the whole file', () => {
	it.each([
		['refuses it', 400, 'the storage refused the file'],
		['says that it has it', 200, 'the storage responded before the file was complete'],
	])('%s: the upload fails and closes the source', async (_, status, message) => {
		const file = createFile({ chunks: Array.from({ length: 100 }, () => 'kite') });
		async function put({ body }: FilePut) {
			await body[Symbol.asyncIterator]().next();
			return { status, headers: {}, body: '' };
		}

		const error = await errorOf(() => upload(service, file, { put }));
		await new Promise((resolve) => setImmediate(resolve));

		expect(error.message).toContain(message);
		expect(file.counts.leftEarly).toBe(file.counts.opened);
	});
});

describe('an execution that is stopped', () => {
	it.each(['token', 'put', 'commit'] as const)('stops the upload during its %s', async (on) => {
		service.emulator.addFault({ on, times: Infinity, effect: { type: 'hang' } });
		const stop = new AbortController();
		service.time.after(5_000, () => stop.abort());

		const error = await errorOf(() => upload(service, createFile(), { signal: stop.signal }));

		expect(error.kind).toBe('execution_stopped');
		expect(requests(on)).toHaveLength(1);
	});
});

function uploadsOfOneExecution() {
	return createUploadCache((file) => upload(service, file), undefined);
}

it('items that run at the same time and need the same file share one upload', async () => {
	const uploads = uploadsOfOneExecution();
	const files = [createFile(), createFile(), createFile()];

	const results = await Promise.all(files.map((file) => uploads.upload(file, inAnHour(service))));
	const later = await uploads.upload(createFile(), inAnHour(service));

	expect(service.requests('put')).toHaveLength(1);
	expect(service.requests('commit')).toHaveLength(1);
	expect(new Set([...results, later].map(({ url }) => url)).size).toBe(1);
	expect(files.map(({ counts }) => counts.opened)).toEqual([1, 0, 0]);
});

it('different files and files of different executions are uploaded separately', async () => {
	const uploads = uploadsOfOneExecution();
	await Promise.all(
		['a', 'b'].map((identity) => uploads.upload(createFile({ identity }), inAnHour(service))),
	);
	await uploadsOfOneExecution().upload(createFile({ identity: 'a' }), inAnHour(service));

	expect(service.requests('put')).toHaveLength(3);
});

it('a failure reaches all waiting items, and a retry may succeed', async () => {
	const uploads = uploadsOfOneExecution();
	const effect = { type: 'answer', status: 400, body: '' } as const;
	service.emulator.addFault({ on: 'put', effect });

	const failed = [
		uploads.upload(createFile(), inAnHour(service)),
		uploads.upload(createFile(), inAnHour(service)),
	];
	const errors = await Promise.all(failed.map((sending) => errorOf(() => sending)));
	const later = await uploads.upload(createFile(), inAnHour(service));

	expect(errors.map(({ kind }) => kind)).toEqual(['upload', 'upload']);
	expect(service.requests('put')).toHaveLength(2);
	expect(later.name).toBe('kite.png');
});

it('an upload gets the abort signal of the execution', async () => {
	const stop = new AbortController();
	const seen: Array<AbortSignal | undefined> = [];
	const uploads = createUploadCache(async (_file, _deadline, signal) => {
		seen.push(signal);
		throw new AiAppError('execution_stopped', 'The execution was canceled');
	}, stop.signal);

	await errorOf(() => uploads.upload(createFile(), inAnHour(service)));

	expect(seen).toEqual([stop.signal]);
});
