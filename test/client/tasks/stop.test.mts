import { describeStop } from '../../../client/tasks/stopTasks';
import type { Stopped } from '../../../client/tasks/stop';
import type { FaultEffect } from '../../../emulator/index.mts';
import { useService } from '../service.mts';
import { createStopping } from './stopping.mts';

const service = useService();
const { stopAt, stop } = createStopping(service);
const MINUTE = 60_000;

describe('by status', () => {
	it.each([
		['Queuing', { queuingMs: MINUTE }, 'canceled', 'cancel'],
		['Running', { runningMs: MINUTE }, 'interrupted', 'interrupt'],
		['Success', { runningMs: 0 }, 'already_finished', undefined],
		['Failed', { outcome: 'Failed' }, 'already_finished', undefined],
	] as const)('%s: %j', async (status, plan, how, by) => {
		expect(await stopAt(1_000, plan)).toEqual({ how, status, tookMs: 0 });
		expect(stop()).toBe(by);
	});

	it('a status that is not known: a refused cancel is followed by an interrupt', async () => {
		const plan = { runningMs: MINUTE, unknownStatus: 'Processing' };

		expect(await stopAt(1_000, plan)).toMatchObject({ how: 'interrupted', status: 'Processing' });
		expect(stop()).toBe('interrupt');
	});

	it('a status that is not known is never interrupted with interrupts off', async () => {
		const plan = { runningMs: 2 * MINUTE, unknownStatus: 'Processing' };

		expect(await stopAt(1_000, plan, false)).toMatchObject({ how: 'still_running' });
		expect(service.requests('interrupt')).toHaveLength(0);
	});

	it('a task that is not found yet is canceled as well', async () => {
		expect(await stopAt(0, { queuingMs: MINUTE, notFoundMs: 5_000 })).toMatchObject({
			how: 'canceled',
		});
		expect(stop()).toBe('cancel');
	});

	it('Running with interrupts off: nothing is sent', async () => {
		expect(await stopAt(1_000, { runningMs: MINUTE }, false)).toMatchObject({
			how: 'still_running',
		});
		expect(service.requests('interrupt')).toHaveLength(0);
		expect(service.requests('cancel')).toHaveLength(0);
	});
});

describe('Preparing', () => {
	it('tries to cancel once, checks every second, and interrupts when the task runs', async () => {
		const stopped = await stopAt(0, { preparingMs: 10_000, runningMs: MINUTE });

		expect(stopped).toEqual({ how: 'interrupted', status: 'Running', tookMs: 10_000 });
		expect(service.requests('cancel')).toHaveLength(1);
		expect(service.requests('status')).toHaveLength(11);
	});

	it('is checked for 30 seconds, then reported as still running', async () => {
		const stopped = await stopAt(0, { preparingMs: 2 * MINUTE });

		expect(stopped).toEqual({ how: 'still_running', status: 'Preparing', tookMs: 30_000 });
		expect(stop()).toBeUndefined();
	});

	it('is canceled if the service allows it', async () => {
		const effect: FaultEffect = { type: 'answer', status: 200, body: { code: 20000, data: {} } };
		service.emulator.addFault({ on: 'cancel', effect });

		expect(await stopAt(0, { preparingMs: MINUTE })).toMatchObject({ how: 'canceled' });
	});
});

describe('a failure while stopping', () => {
	it.each([
		['status', { type: 'reset', when: 'before' }],
		['status', { type: 'html', status: 502 }],
		['interrupt', { type: 'reset', when: 'after' }],
		['interrupt', { type: 'answer', status: 503 }],
		['interrupt', { type: 'hang' }],
	] as const)('%s %j: the call is repeated', async (on, effect) => {
		service.emulator.addFault({ on, effect });

		const { how } = await stopAt(1_000, { runningMs: 10 * MINUTE });

		expect(['interrupted', 'ended']).toContain(how);
		expect(stop()).toBe('interrupt');
		expect(service.requests('cancel')).toHaveLength(0);
	});

	it.each([
		['cancel', { queuingMs: 60 * MINUTE }, 'canceled'],
		['interrupt', { runningMs: 60 * MINUTE }, 'interrupted'],
	] as const)('a %s whose response is lost has worked anyway', async (on, plan, how) => {
		service.emulator.addFault({ on, effect: { type: 'hang', when: 'after' } });

		expect(await stopAt(1_000, plan)).toMatchObject({ how, status: 'Canceled' });
		expect(service.requests(on)).toHaveLength(1);
	});

	it('a service that hangs gets the cancel request anyway, and the stop fails soon', async () => {
		for (const on of ['status', 'cancel', 'interrupt'] as const)
			service.emulator.addFault({ on, effect: { type: 'hang' }, times: Infinity });

		const { how, tookMs } = await stopAt(1_000, { queuingMs: 60 * MINUTE });

		expect(how).toBe('still_running');
		expect(tookMs).toBeLessThanOrEqual(50_000);
		expect(service.requests('cancel')).toHaveLength(1);
	});

	it('the next request waits for the time in Retry-After', async () => {
		const effect = { type: 'answer', status: 429, headers: { 'retry-after': '15' } } as const;
		service.emulator.addFault({ on: 'interrupt', effect });

		const { how, tookMs } = await stopAt(1_000, { runningMs: 60 * MINUTE });

		expect({ how, tookMs }).toEqual({ how: 'interrupted', tookMs: 15_000 });
	});

	it('a service that refuses everything is not reported as having stopped the task', async () => {
		const effect: FaultEffect = { type: 'answer', status: 401, body: '"Token is invalid"' };
		for (const on of ['status', 'cancel', 'interrupt'] as const)
			service.emulator.addFault({ on, effect, times: Infinity });

		expect(await stopAt(1_000, { runningMs: 60 * MINUTE })).toEqual({
			how: 'still_running',
			status: undefined,
			lastError: expect.objectContaining({ kind: 'credential' }),
			tookMs: 0,
		});
	});
});

it.each([
	[{ how: 'canceled', status: 'Queuing' }, 'Task r-1 was removed from the queue before it ran'],
	[
		{ how: 'interrupted', status: 'Running' },
		'Task r-1 was interrupted. You pay for the time it ran.',
	],
	[{ how: 'already_finished', status: 'Success' }, 'Task r-1 had already finished (Success)'],
	[
		{ how: 'still_running', status: undefined },
		"Task r-1 couldn't be stopped and may still be running",
	],
] as [Stopped, string][])('%j is described in a sentence with the request ID', (stopped, words) => {
	expect(describeStop('r-1', stopped)).toContain(words);
});
