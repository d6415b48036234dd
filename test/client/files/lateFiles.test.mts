import { errorOf } from '../errors.mts';
import { createStore, download, finishedPicture, smallFile } from '../files.mts';
import { useService } from '../service.mts';

const service = useService();

function downloads(): number {
	return service.requests('download').length;
}

describe.each([403, 404])("a link that hasn't expired but gets HTTP %d", (status) => {
	const inTwoWeeks = '2026-02-01T00:00:00+08:00';

	it('is requested again', async () => {
		const url = await finishedPicture(service);
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
			const url = await finishedPicture(service);
			const effect = { type: 'answer', status } as const;
			service.emulator.addFault({ on: 'download', effect, times: Infinity });

			const error = await errorOf(() => download(service, createStore(), { url, expiresAt }));

			expect(error.kind).toBe('download');
			expect(error.message).toContain(`HTTP ${status}`);
			expect(error.advice).toContain('Task: Get Outputs');
			expect(error.advice).not.toContain('Run the app again');
		},
	);
});

describe('a transfer has a time limit for progress only', () => {
	const slow = { type: 'drip', everyMs: 30_000 } as const;

	it('a slow file is downloaded completely, however long it takes', async () => {
		const url = await smallFile(service, 100);
		service.emulator.addFault({ on: 'download', effect: slow });
		const startedAt = service.time.now();

		expect(await download(service, createStore(), { url })).toHaveLength(100);
		expect(service.time.now() - startedAt).toBeGreaterThan(45 * 60_000);
		expect(downloads()).toBe(1);
	});

	it('a storage that sends nothing times out after a minute and gets two retries', async () => {
		const url = await finishedPicture(service);
		service.emulator.addFault({ on: 'download', effect: { type: 'hang' }, times: Infinity });
		const startedAt = service.time.now();

		const error = await errorOf(() => download(service, createStore(), { url }));

		expect(error.message).toContain('time limit reached');
		expect(downloads()).toBe(3);
		expect(service.time.now() - startedAt).toBeLessThan(3.5 * 60_000);
	});
});
