import { errorOf } from '../errors.mts';
import { createStore, download, finishedPicture } from '../files.mts';
import { useService } from '../service.mts';

const service = useService();

/** Redirects the first downloads; the rest gets the usual response. */
function redirect(to: string, times = 1): void {
	service.emulator.addFault({ on: 'download', effect: { type: 'redirect', to }, times });
}

describe('redirects of a file are followed', () => {
	it.each([1, 5])('%d of them', async (times) => {
		const url = await finishedPicture(service);
		redirect(url, times);

		const bytes = await download(service, createStore(), { url });

		expect(bytes.subarray(1, 4).toString()).toBe('PNG');
		expect(service.requests('download')).toHaveLength(times + 1);
	});

	it('the target may be only a path', async () => {
		const url = await finishedPicture(service);
		redirect(new URL(url).pathname);

		await expect(download(service, createStore(), { url })).resolves.toBeInstanceOf(Buffer);
	});

	it('no hop gets a credential', async () => {
		const url = await finishedPicture(service);
		redirect(url, 3);

		await download(service, createStore(), { url });

		const sent = service.requests('download').map(({ headers }) => headers.authorization);
		expect(sent).toEqual([undefined, undefined, undefined, undefined]);
	});

	it('a sixth one is not followed', async () => {
		const url = await finishedPicture(service);
		redirect(url, Infinity);

		const error = await errorOf(() => download(service, createStore(), { url }));

		expect(error.message).toContain('more than 5 redirects');
		expect(service.requests('download')).toHaveLength(6);
	});

	it.each(['file:///etc/passwd', 'ftp://example.com/a.png', 'http://', '//[', 'data:,a'])(
		'none is followed to %s',
		async (to) => {
			const url = await finishedPicture(service);
			redirect(to);

			const error = await errorOf(() => download(service, createStore(), { url }));

			expect(error.kind).toBe('download');
			expect(service.requests('download')).toHaveLength(1);
		},
	);
});

describe('requests to private hosts', () => {
	it.each([
		'http://127.0.0.1:1/a.png',
		'http://localhost/a.png',
		'http://169.254.169.254/latest/meta-data',
		'http://10.0.0.1/a.png',
		'http://[::1]/a.png',
		'http://[::ffff:10.0.0.1]/a.png',
		'http://0x7f000001/a.png',
		'http://redis:6379/a.png',
		'http://metadata.google.internal/a.png',
		'http://[64:ff9b::a9fe:a9fe]/a.png',
		'http://[2002:a9fe:a9fe::1]/a.png',
	])('%s is blocked, directly and after a redirect', async (privateUrl) => {
		const url = await finishedPicture(service);
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
		const url = await finishedPicture(service);
		redirect(`${service.emulator.metaUrl}/outputs/a.png`);

		const error = await errorOf(() => download(service, createStore(), { url }));

		expect(error.message).toContain(`private host (${new URL(service.emulator.metaUrl).host})`);
		expect(service.emulator.requests().filter(({ host }) => host === 'meta')).toEqual([]);
	});
});
