import fc from 'fast-check';
import { AiAppError, asAiAppError } from '../../../client/errors/AiAppError';
import { ERROR_KINDS, type ErrorKind } from '../../../client/errors/kinds';
import { runPool } from '../../../client/resilience/pool';
import { createRateLimiter } from '../../../client/resilience/rateLimiter';
import { backoffMs, isTransient, retry } from '../../../client/resilience/retry';
import type { FaultEffect } from '../../../emulator/index.mts';
import { createVirtualTime, type VirtualTime } from '../../virtualTime.mts';
import { inAnHour } from '../deadlines.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

describe('a read, cancel or interrupt', () => {
	const service = useService();
	const id = '0f0e0d0c-0000-4000-8000-000000000000';
	const read = () => retry(() => service.client.tasks.status(id), inAnHour(service));
	const reads = () => service.requests('status').length;

	const answer = (status: number, code?: unknown): FaultEffect =>
		code === undefined ? { type: 'answer', status } : { type: 'answer', status, body: { code } };

	it.each<[string, FaultEffect, number, number, ErrorKind]>([
		['repeated after 503', answer(503), 3, 4, 'task_not_found'],
		['not repeated after the fourth attempt', answer(503), Infinity, 4, 'service_error'],
	])('is %s', async (_, effect, times, count, kind) => {
		service.emulator.addFault({ on: 'status', effect, times });

		const error = await errorOf(read);

		expect(error.kind).toBe(kind);
		expect(reads()).toBe(count);
	});

	it('waits for the time in Retry-After', async () => {
		const effect = { type: 'answer', status: 429, headers: { 'retry-after': '30' } } as const;
		service.emulator.addFault({ on: 'status', effect });

		await errorOf(read);

		const [first, second] = service.requests('status');
		expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(30_000);
	});

	it('is not repeated once the execution was canceled', async () => {
		service.emulator.addFault({ on: 'status', effect: { type: 'hang' }, times: Infinity });
		const stop = new AbortController();
		service.time.after(2_000, () => stop.abort());
		const { status } = service.client.tasks;

		const error = await errorOf(() =>
			retry(() => status(id, stop.signal), inAnHour(service), stop.signal),
		);

		expect(error.kind).toBe('execution_stopped');
		expect(reads()).toBe(1);
	});
});

it.each(ERROR_KINDS)('kind %s is transient only if waiting can help', (kind) => {
	const passing = ['busy', 'no_response', 'service_error', 'unreachable', 'unexpected_response'];

	expect(isTransient(new AiAppError(kind, ''))).toBe(passing.includes(kind));
});

it('an unexpected exception is a bug and never repeated', () => {
	expect(isTransient(asAiAppError(new TypeError('x is not a function')))).toBe(false);
});

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('after n failures in a row', () => {
	it.each([
		[1, 500, 1_000],
		[2, 1_000, 2_000],
		[3, 2_000, 4_000],
		[6, 15_000, 30_000],
		[1_000, 15_000, 30_000],
	])('for n = %d the pause is %d to %d ms', (n, lowest, highest) => {
		expect(backoffMs(n, () => 0)).toBe(lowest);
		expect(backoffMs(n, () => 1 - Number.EPSILON)).toBeCloseTo(highest, 0);
	});

	it('the time in Retry-After is respected', () => {
		const asked = fc.integer({ min: 0, max: 300_000 });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 50 }), chance, asked, (n, random, askedForMs) => {
				expect(backoffMs(n, () => random, askedForMs)).toBeGreaterThanOrEqual(askedForMs);
			}),
		);
	});
});

describe('a service that is full', () => {
	const [EXECUTIONS, PLACES, TASK_MS] = [100, 10, 2_000];

	const service = useService();

	it('100 executions, ten slots: hardly a refusal, and each has one task', async () => {
		service.emulator.setLimits({ parallelTasks: PLACES });
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: TASK_MS });
		const effect = { type: 'delay', ms: 500 } as const;
		service.emulator.addFault({ on: 'create', effect, times: Infinity });
		const limiter = createRateLimiter(service.clock);
		const works = Array.from({ length: EXECUTIONS }, () => createWork(service, undefined, limiter));
		const begun = service.time.now();

		const ends = await Promise.all(works.map((work) => work.run()));

		const tookMs = service.time.now() - begun;
		expect(new Set(ends.map(({ result }) => result.requestId)).size).toBe(EXECUTIONS);
		expect(service.emulator.tasks()).toHaveLength(EXECUTIONS);
		const refused = service.requests('create').filter(({ status }) => status === 429);
		expect(refused.length).toBeLessThanOrEqual(0.1 * EXECUTIONS);
		expect(refused.length).toBeGreaterThan(0);
		// Places are empty while a create is under way, so nobody could be as fast as the ideal.
		expect(tookMs).toBeLessThanOrEqual((1.4 * EXECUTIONS * TASK_MS) / PLACES);
	});

	it('a slot is free when its task has ended, before the outputs are read', async () => {
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: TASK_MS });
		service.emulator.addFault({ on: 'outputs', effect: { type: 'delay', ms: 20_000 }, times: 1 });
		const { executionQueue } = createRateLimiter(service.clock);
		const limiter = { executionQueue: () => executionQueue(() => 1) };
		const begun = service.time.now();

		await Promise.all([0, 1].map(() => createWork(service, undefined, limiter).run()));

		const [, second] = service.requests('create');
		expect((second?.at ?? Infinity) - begun).toBeLessThan(10_000);
	});
});

describe('a pool', () => {
	let time: VirtualTime;

	beforeEach(() => {
		time = createVirtualTime();
	});

	afterEach(() => time.close());

	it('returns the outcomes in input order, however long each takes', async () => {
		const outcomes = await runPool([300, 100, 200], 3, async (ms) => {
			await time.sleep(ms);
			return ms;
		});

		expect(outcomes).toEqual([300, 100, 200].map((value) => ({ ok: true, value })));
	});

	it.each([
		[1, 1],
		[3, 3],
		[2.9, 2],
		[100, 10],
	])(
		'processes a limited number of items at the same time: limit %d, %d at once',
		async (limit, most) => {
			let working = 0;
			let mostAtOnce = 0;
			const items = Array.from({ length: 10 }, (_, index) => index);

			const outcomes = await runPool(items, limit, async () => {
				mostAtOnce = Math.max(mostAtOnce, ++working);
				await time.sleep(100);
				working--;
			});

			expect(mostAtOnce).toBe(most);
			expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(10);
		},
	);

	it("a failed item doesn't affect the others", async () => {
		const refusal = new Error('no');

		const outcomes = await runPool([1, 2, 3], 2, async (item) => {
			if (item === 2) throw refusal;
			return item;
		});

		expect(outcomes).toEqual([
			{ ok: true, value: 1 },
			{ ok: false, error: refusal },
			{ ok: true, value: 3 },
		]);
	});

	it('starts no new item after it is stopped, and finishes those in progress', async () => {
		const begun: number[] = [];
		const outcomes = await runPool(
			[1, 2, 3, 4],
			2,
			async (item) => {
				begun.push(item);
				await time.sleep(item * 100);
				if (item === 1) throw new Error('no');
			},
			(outcome) => outcome.ok,
		);

		expect(begun).toEqual([1, 2]);
		expect(outcomes.map((outcome) => outcome?.ok)).toEqual([false, true]);
	});
});
