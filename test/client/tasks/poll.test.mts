import type { FaultEffect } from '../../../emulator/index.mts';
import { useService } from '../service.mts';
import { createPolling } from './polling.mts';

const service = useService();
const { poll, pauses } = createPolling(service);
const MINUTE = 60_000;

describe('polls until the task is finished', () => {
	it.each([
		['Success', {}],
		['Failed', { outcome: 'Failed' }],
		['Success', { unknownStatus: 'Dreaming' }],
		['Success', { queuingMs: 40 * MINUTE }],
	] as const)('with status %s: %j', async (status, plan) => {
		expect(await poll(plan)).toMatchObject({ end: 'terminal', task: { status } });
	});

	it.each(['success', 'FAILED', 'canceled'])('which may be spelled %s', async (status) => {
		const effect = {
			type: 'answer',
			status: 200,
			body: { code: 20000, data: { status } },
		} as const;
		service.emulator.addFault({ on: 'status', effect, times: Infinity });

		expect(await poll({}, { maxWaitMs: MINUTE })).toMatchObject({ end: 'terminal' });
	});

	it('every 1 to 3 seconds while Queuing', async () => {
		await poll({ queuingMs: 10 * MINUTE });

		const queuing = pauses().filter((_, index) => index < 200);
		expect(Math.min(...queuing)).toBeGreaterThanOrEqual(1_000);
		expect(Math.max(...queuing)).toBeLessThanOrEqual(3_000);
	});

	it('less often the longer it runs', async () => {
		await poll({ runningMs: 30 * MINUTE });

		expect(service.requests('status').length).toBeLessThan(300);
		expect(Math.max(...pauses())).toBeLessThanOrEqual(10_000);
	});
});

describe('the deadline', () => {
	it.each([1_000, 10_000, 5 * MINUTE])(
		'of %d ms is respected, with a last status check',
		async (maxWaitMs) => {
			const end = await poll({ notFoundMs: 0, queuingMs: 60 * MINUTE }, { maxWaitMs });

			expect(end).toEqual({
				end: 'deadline',
				last: expect.objectContaining({ status: 'Queuing' }),
			});
			const created = service.emulator.tasks()[0]?.createdAt ?? 0;
			expect(service.requests('status').at(-1)?.at).toBe(created + maxWaitMs);
		},
	);

	it('shows an unknown status in the message', async () => {
		const plan = { unknownStatus: 'Dreaming', runningMs: 60 * MINUTE };

		expect(await poll(plan, { maxWaitMs: MINUTE })).toEqual({
			end: 'deadline',
			last: expect.objectContaining({ status: 'Dreaming' }),
		});
	});

	it('also applies to a task whose status could never be read', async () => {
		service.emulator.addFault({
			on: 'status',
			effect: { type: 'answer', status: 503 },
			times: Infinity,
		});

		const end = await poll({}, { maxWaitMs: MINUTE });

		expect(end).toMatchObject({ end: 'deadline', lastError: { kind: 'service_error' } });
	});
});

describe('a stopped execution', () => {
	it.each([
		['between two status checks', undefined],
		['during a status check', { type: 'hang' }],
		[
			'during a pause after a failure',
			{ type: 'answer', status: 429, headers: { 'retry-after': '60' } },
		],
	] as [string, FaultEffect | undefined][])('stops polling at once %s', async (_, effect) => {
		if (effect) service.emulator.addFault({ on: 'status', effect, skip: 2 });
		const stop = new AbortController();
		let stoppedAt = 0;
		service.time.after(9_000, () => {
			stoppedAt = service.time.now();
			stop.abort();
		});

		const end = await poll({ queuingMs: 10 * MINUTE }, { signal: stop.signal });

		expect(end).toEqual({ end: 'stopped' });
		expect(service.time.now()).toBe(stoppedAt);
	});
});
