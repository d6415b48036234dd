import type { FaultEffect } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createPolling } from './polling.mts';

const service = useService();
const { poll, pauses } = createPolling(service);
const MINUTE = 60_000;

describe('failed status checks are forgotten after the next successful one', () => {
	it.each([
		['resets', { type: 'reset', when: 'before' }],
		['half answers', { type: 'truncate' }],
		['pages with 200', { type: 'html', status: 200 }],
		['pages with 502', { type: 'html', status: 502 }],
		['pages with 400', { type: 'html', status: 400 }],
		['pages with 403', { type: 'html', status: 403 }],
		['403 without a code', { type: 'answer', status: 403, body: { message: 'Blocked' } }],
		['503', { type: 'answer', status: 503 }],
		['429', { type: 'answer', status: 429 }],
		['no answers at all', { type: 'hang' }],
		['answers over the size cap', { type: 'bytes', count: 11 * 1024 ** 2 }],
	] as [string, FaultEffect][])('%s', async (_, effect) => {
		service.emulator.addFault({ on: 'status', effect, skip: 1, times: 3 });
		service.emulator.addFault({ on: 'status', effect, skip: 2, times: 3 });

		expect(await poll({ runningMs: 2 * MINUTE })).toMatchObject({ task: { status: 'Success' } });
		expect(service.requests('status').filter(({ fault }) => fault)).toHaveLength(6);
	});

	it('with growing intervals that start again from the shortest', async () => {
		const effect = { type: 'answer', status: 503 } as const;
		service.emulator.addFault({ on: 'status', effect, times: 4 });
		service.emulator.addFault({ on: 'status', effect, skip: 1, times: 1 });

		await poll({ notFoundMs: 0, runningMs: 2 * MINUTE });

		expect(pauses().slice(0, 4)).toEqual([750, 1_500, 3_000, 6_000]);
		expect(pauses()[5]).toBe(750);
	});

	it('also the 404 of a new task', async () => {
		expect(await poll({ notFoundMs: 20_000 })).toMatchObject({ task: { status: 'Success' } });
	});
});

describe("stops polling when it can't succeed", () => {
	it.each([
		['an invalid key', { status: 401, body: '"Token is invalid"' }, 'credential'],
		['an account that is blocked', { status: 403, body: { code: 30001 } }, 'forbidden'],
	])('%s', async (_, answer, kind) => {
		service.emulator.addFault({ on: 'status', effect: { type: 'answer', ...answer } });

		expect((await errorOf(() => poll())).kind).toBe(kind);
		expect(service.requests('status')).toHaveLength(1);
	});

	it('after a minute without finding the task', async () => {
		const start = service.time.now();

		const error = await errorOf(() => poll({ notFoundMs: Infinity }));

		expect(error.kind).toBe('task_not_found');
		expect(service.time.now() - start).toBeGreaterThanOrEqual(MINUTE);
		expect(service.time.now() - start).toBeLessThan(2 * MINUTE);
	});
});
