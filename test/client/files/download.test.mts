import { downloadFile } from '../../../client/files/download';
import type { Http } from '../../../client/ports';
import { deadlineIn } from '../../../client/resilience/deadline';
import type { FaultEffect } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { createStore, download, finishedPicture, smallFile } from '../files.mts';
import { useService } from '../service.mts';

const service = useService();

/** The URL of a file that no picture has to be drawn for. */
const aFile = () => smallFile(service, 40_000);

function downloads(): number {
	return service.requests('download').length;
}

it('a file is downloaded completely, with the requested name and type', async () => {
	const store = createStore();

	const bytes = await download(service, store, { url: await finishedPicture(service) });

	expect(bytes.subarray(1, 4).toString()).toBe('PNG');
	expect(bytes.subarray(-8, -4).toString()).toBe('IEND');
	expect(store.saved).toMatchObject([{ fileName: 'task_1.png', mimeType: 'image/png' }]);
});

it('neither the API key nor a task header is sent to the storage', async () => {
	await download(service, createStore(), { url: await aFile() });

	const [request] = service.requests('download');
	expect(JSON.stringify(request?.headers)).not.toContain(service.emulator.apiKey);
	expect(request?.headers.authorization).toBeUndefined();
	expect(request?.headers['accept-encoding']).toBe('identity');
});

describe('is restarted and returned once and completely, after', () => {
	it.each([['a stream that breaks', { type: 'truncate' }]] as [string, FaultEffect][])(
		'it is restarted after %s',
		async (_, effect) => {
			const url = await aFile();
			service.emulator.addFault({ on: 'download', effect, times: 2 });
			const store = createStore();

			const bytes = await download(service, store, { url });

			expect(bytes).toHaveLength(40_000);
			expect(store.saved).toHaveLength(1);
			expect(downloads()).toBe(3);
		},
	);

	it('it waits for the time in Retry-After', async () => {
		const url = await aFile();
		const effect = { type: 'answer', status: 429, headers: { 'retry-after': '25' } } as const;
		service.emulator.addFault({ on: 'download', effect });

		await download(service, createStore(), { url });

		const [first, second] = service.requests('download');
		expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(25_000);
	});

	it('after three attempts it fails, and the error has the task in place of a URL', async () => {
		const url = `${await aFile()}?Signature=abcdef`;
		service.emulator.addFault({ on: 'download', effect: { type: 'truncate' }, times: Infinity });

		const error = await errorOf(() => download(service, createStore(), { url }));

		expect(error).toMatchObject({ kind: 'download', details: { requestId: 'r-1', appId: 54663 } });
		expect(error.message).toMatch(/^Couldn't download task_1\.png: /);
		expect(error.message).not.toContain('http');
		expect(downloads()).toBe(3);
	});
});

it('of a URL with spaces in it, an error leaves out the query', async () => {
	const url = `${service.emulator.storageUrl}/my photo.png?Signature=abcdef`;

	const error = await errorOf(() => download(service, createStore(), { url, about: {} }));

	expect(error.message).toContain('/my%20photo.png');
	expect(error.message).not.toContain('Signature');
});

it("a file that isn't stored exactly as it arrived is not returned", async () => {
	const url = await aFile();

	const error = await errorOf(() => download(service, createStore(1), { url }));

	expect(error.kind).toBe('download');
	expect(error.message).toMatch(/only \d+ of \d+ bytes were stored/);
	expect(downloads()).toBe(3);
});

const contentType = 'application/octet-stream';

const fiveThousandBytes = { type: 'bytes', count: 5_000, contentType } as const;

describe('Max File Size', () => {
	it('is checked before any byte is stored', async () => {
		const url = await aFile();
		const store = createStore();

		const error = await errorOf(() => download(service, store, { url, maxBytes: 100 }));

		expect(error.kind).toBe('too_large');
		expect(error.message).toMatch(/the file is 0\.0[2-9] MB, but the limit is 0\.01 MB/);
		expect(store.saved).toHaveLength(0);
		expect(downloads()).toBe(1);
	});

	it('lets a file of exactly that size pass', async () => {
		const url = await aFile();
		service.emulator.addFault({ on: 'download', effect: fiveThousandBytes });

		const bytes = await download(service, createStore(), { url, maxBytes: 5_000 });

		expect(bytes).toHaveLength(5_000);
	});
});

describe("a response that isn't a file is not returned", () => {
	const json = { type: 'answer', status: 200, body: { a: 1 } } as const;
	const answer = (status: number) => ({ type: 'answer', status, body: '' }) as const;
	const typed = (type: string) =>
		({ type: 'answer', status: 200, body: '<a/>', headers: { 'content-type': type } }) as const;

	it.each<[string, FaultEffect, string, string, number]>([
		['a message with 200', json, 'download', 'message', 1],
		['XML with 200', typed('application/xml'), 'download', 'message', 1],
		['a page with 200', typed('text/html'), 'download', 'HTML page', 1],
		['410', answer(410), 'expired', 'HTTP 410', 1],
		['206, a part of the file', answer(206), 'download', 'HTTP 206', 1],
		['a picture without any byte', answer(200), 'download', 'empty', 3],
		['a file over Max File Size without a length', fiveThousandBytes, 'too_large', 'limit', 1],
	])('%s is not returned', async (_, effect, kind, words, requests) => {
		const url = await aFile();
		service.emulator.addFault({ on: 'download', effect, times: Infinity });
		const store = createStore();
		const startedAt = service.time.now();

		const error = await errorOf(() => download(service, store, { url, maxBytes: 4_999 }));

		expect(error.kind).toBe(kind);
		expect(error.message).toContain(words);
		expect(store.saved.filter(({ bytes }) => bytes.length > 0)).toEqual([]);
		expect(downloads()).toBe(requests);
		expect(service.time.now() - startedAt).toBeLessThan(3.5 * 60_000);
	});

	it('after 15 days the link has expired, and the message has the time', async () => {
		const url = await aFile();
		await service.time.sleep(16 * 24 * 3_600_000);
		const expiresAt = '2026-01-29T00:00:00+08:00';

		const error = await errorOf(() => download(service, createStore(), { url, expiresAt }));

		expect(error.kind).toBe('expired');
		expect(error.message).toContain(expiresAt);
	});
});

it.each([
	['before', { type: 'hang' }],
	['during', { type: 'drip', everyMs: 2_000 }],
] as const)('an execution that is stopped %s a download says so', async (_, effect) => {
	const url = await aFile();
	service.emulator.addFault({ on: 'download', effect, times: Infinity });
	const stop = new AbortController();
	service.time.after(5_000, () => stop.abort());

	const error = await errorOf(() => download(service, createStore(), { url, signal: stop.signal }));

	expect(error.kind).toBe('execution_stopped');
	expect(downloads()).toBe(1);
});

describe.each([403, 404])("a link that hasn't expired but gets HTTP %d", (status) => {
	const inTwoWeeks = '2026-02-01T00:00:00+08:00';

	it('is requested again', async () => {
		const url = await aFile();
		service.emulator.addFault({ on: 'download', effect: { type: 'answer', status }, times: 2 });

		const bytes = await download(service, createStore(), { url, expiresAt: inTwoWeeks });

		expect(bytes.length).toBeGreaterThan(0);
		expect(downloads()).toBe(3);
	});

	it.each([
		['a known', inTwoWeeks],
		['an unknown', undefined],
	])(
		"leads to Task: Get Outputs if that doesn't help, with %s expiry time",
		async (_, expiresAt) => {
			const url = await aFile();
			const effect = { type: 'answer', status } as const;
			service.emulator.addFault({ on: 'download', effect, times: Infinity });

			const error = await errorOf(() => download(service, createStore(), { url, expiresAt }));

			expect(error.kind).toBe('download');
			expect(error.message).toContain(`HTTP ${status}`);
		},
	);
});

describe('a slow storage', () => {
	/** Sends so many chunks, one each 59 seconds. */
	function sendingSlowly(chunks: number, bytes: number): Http['open'] {
		async function* stream(signal: AbortSignal | undefined) {
			for (let sent = 0; sent < chunks; sent++) {
				await service.time.sleep(59_000, signal);
				if (signal?.aborted) throw new Error('The connection is closed');
				yield Buffer.alloc(bytes);
			}
		}
		return async ({ signal }) => {
			return { status: 200, headers: {}, stream: stream(signal), discard: () => undefined };
		};
	}

	async function downloadFrom(open: Http['open'], deadline = inSixHours()): Promise<Buffer> {
		const url = 'https://files.example.com/a.png';
		const { sink } = createStore();
		const options = { url, fileName: 'a.png', mimeType: undefined, maxBytes: Infinity };
		const rest = { ownHosts: [], signal: undefined, about: {}, expiresAt: undefined, deadline };
		return downloadFile({ http: { open }, clock: service.clock, sink }, { ...options, ...rest });
	}

	const inSixHours = () => deadlineIn(service.clock, 6 * 3_600_000);

	it('has as long as it needs if it sends something each minute', async () => {
		const startedAt = service.time.now();

		expect(await downloadFrom(sendingSlowly(50, 61_000))).toHaveLength(50 * 61_000);

		expect(service.time.now() - startedAt).toBeGreaterThan(49 * 60_000);
	});

	it('has until the deadline of all files of the task, and no attempt after it', async () => {
		const opened: string[] = [];
		const slowly = sendingSlowly(1_000, 61_000);
		const open: Http['open'] = async (request) => {
			opened.push(request.url);
			return slowly(request);
		};
		const deadline = inSixHours();

		const first = await errorOf(() => downloadFrom(open, deadline));
		const passed = service.time.now();
		const second = await errorOf(() => downloadFrom(open, deadline));

		for (const error of [first, second])
			expect(error.message).toContain('the files of the task took longer than 6 hours');
		expect(opened).toHaveLength(1);
		expect(service.time.now()).toBe(passed);
	});
});

/** Redirects the first downloads; the rest gets the usual response. */
function redirect(to: string, times = 1): void {
	service.emulator.addFault({ on: 'download', effect: { type: 'redirect', to }, times });
}

describe('redirects of a file are followed', () => {
	it.each([1, 5])('%d of them', async (times) => {
		const url = await aFile();
		redirect(url, times);

		const bytes = await download(service, createStore(), { url });

		expect(bytes).toHaveLength(40_000);
		expect(service.requests('download')).toHaveLength(times + 1);
	});

	it('the target may be only a path', async () => {
		const url = await aFile();
		redirect(new URL(url).pathname);

		await expect(download(service, createStore(), { url })).resolves.toBeInstanceOf(Buffer);
	});

	it('no hop gets a credential', async () => {
		const url = await aFile();
		redirect(url, 3);

		await download(service, createStore(), { url });

		const sent = service.requests('download').map(({ headers }) => headers.authorization);
		expect(sent).toEqual([undefined, undefined, undefined, undefined]);
	});

	it('a sixth one is not followed', async () => {
		const url = await aFile();
		redirect(url, Infinity);

		const error = await errorOf(() => download(service, createStore(), { url }));

		expect(error.message).toContain('more than 5 redirects');
		expect(service.requests('download')).toHaveLength(6);
	});

	it.each(['file:///etc/passwd', 'ftp://example.com/a.png', 'http://', '//[', 'data:,a'])(
		'none is followed to %s',
		async (to) => {
			const url = await aFile();
			redirect(to);

			const error = await errorOf(() => download(service, createStore(), { url }));

			expect(error.kind).toBe('download');
			expect(service.requests('download')).toHaveLength(1);
		},
	);
});

describe('requests to private hosts', () => {
	it('are blocked, directly and after a redirect', async () => {
		const privateUrl = 'http://169.254.169.254/latest/meta-data';
		const url = await aFile();
		redirect(privateUrl);

		const atOnce = await errorOf(() => download(service, createStore(), { url: privateUrl }));
		const afterHop = await errorOf(() => download(service, createStore(), { url }));

		for (const error of [atOnce, afterHop]) {
			expect(error.kind).toBe('download');
			expect(error.message).toContain('private host');
			expect(error.details.reason).toBe('privateHost');
		}
		expect(service.requests('download')).toHaveLength(1);
	});

	it('are allowed by host and port of the credential: another port is blocked', async () => {
		const url = await aFile();
		redirect(`${service.emulator.metaUrl}/outputs/a.png`);

		const error = await errorOf(() => download(service, createStore(), { url }));

		expect(error.message).toContain(`private host (${new URL(service.emulator.metaUrl).host})`);
		expect(service.emulator.requests().filter(({ host }) => host === 'meta')).toEqual([]);
	});
});

it('the connection of a redirect is given back before the next one is opened', async () => {
	const url = 'https://files.example.com/a.png';
	const events: string[] = [];
	const open: Http['open'] = async (request) => {
		events.push(`open ${request.url}`);
		const isFirst = request.url === url;
		return {
			status: isFirst ? 302 : 404,
			headers: { location: '/b.png' },
			stream: (async function* () {})(),
			discard: () => void events.push(`discard ${request.url}`),
		};
	};
	const { sink } = createStore();
	const rest = { ownHosts: [], signal: undefined, about: {}, expiresAt: undefined };
	const options = { url, fileName: 'a.png', mimeType: undefined, maxBytes: 1, ...rest };
	const deadline = deadlineIn(service.clock, 60_000);

	await errorOf(() =>
		downloadFile({ http: { open }, clock: service.clock, sink }, { ...options, deadline }),
	);

	expect(events.slice(0, 3)).toEqual([
		`open ${url}`,
		`discard ${url}`,
		'open https://files.example.com/b.png',
	]);
});
