import { errorOf } from '../errors.mts';
import { createStore, download, finishedPicture } from '../files.mts';
import { useService } from '../service.mts';

const service = useService();

describe('a request to a busy storage is repeated', () => {
	it.each([429, 408, 503])('HTTP %d', async (status) => {
		const url = await finishedPicture(service);
		service.emulator.addFault({ on: 'download', effect: { type: 'answer', status }, times: 2 });

		const bytes = await download(service, createStore(), { url });

		expect(bytes.subarray(1, 4).toString()).toBe('PNG');
	});

	it('after the time in Retry-After', async () => {
		const url = await finishedPicture(service);
		const effect = { type: 'answer', status: 429, headers: { 'retry-after': '25' } } as const;
		service.emulator.addFault({ on: 'download', effect });

		await download(service, createStore(), { url });

		const [first, second] = service.requests('download');
		expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(25_000);
	});

	it('only a few times', async () => {
		const url = await finishedPicture(service);
		const effect = { type: 'answer', status: 429 } as const;
		service.emulator.addFault({ on: 'download', effect, times: Infinity });

		const error = await errorOf(() => download(service, createStore(), { url }));

		expect(error).toMatchObject({ kind: 'download', details: { requestId: 'r-1' } });
		expect(error.message).toContain('HTTP 429');
		expect(service.requests('download')).toHaveLength(3);
	});
});
