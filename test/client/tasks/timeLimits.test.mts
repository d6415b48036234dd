import type { FaultEffect, Operation, TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';
import { costOf } from '../../../client/errors/cost';

const service = useService();
/** Tells what a task was billed that was stopped. */
const telling = useService({ noStoppedSeconds: false });
const MINUTE = 60_000;
const LIMIT = { maxQueueMs: MINUTE };
const FULL: Partial<TaskPlan> = { queuingMs: 60 * MINUTE };
const LONG: Partial<TaskPlan> = { queuingMs: 0, preparingMs: 0, runningMs: 60 * MINUTE };
const BUSY: FaultEffect = { type: 'answer', status: 503 };

function task(at = service) {
	return at.emulator.tasks()[0];
}

function cancels(): number {
	return service.requests('cancel').length;
}

/** The service answers that all tasks have this status. */
function saying(status: string): FaultEffect {
	return { type: 'answer', status: 200, body: { code: 20000, data: { status } } };
}

describe('Max Queue Time', () => {
	it('cancels a task that is still queued, free of charge', async () => {
		service.emulator.plan(FULL);
		const work = createWork(service);

		const error = await errorOf(() => work.run(LIMIT));

		expect(error.kind).toBe('queue_timeout');
		expect(costOf(error)).toBe('free');
		expect(error.details.requestId).toBe(task()?.requestId);
		expect(task()?.stop).toMatchObject({ by: 'cancel' });
		expect(work.notes).toContainEqual(
			expect.stringContaining('was removed from the queue before it ran'),
		);
	});

	it.each([6_000, MINUTE])(
		'of %i ms begins when the service has confirmed the task',
		async (maxQueueMs) => {
			service.emulator.plan(FULL);
			service.emulator.addFault({ on: 'create', effect: { type: 'delay', ms: 8_000 } });

			await errorOf(() => createWork(service).run({ maxQueueMs }));

			const { createdAt = 0, stop } = task() ?? {};
			expect((stop?.at ?? 0) - createdAt).toBe(maxQueueMs);
		},
	);

	it('of an app whose tasks take long is reached no later', async () => {
		service.emulator.plan({ queuingMs: 0, runningMs: MINUTE });
		const work = createWork(service);
		for (const key of ['first', 'second', 'third']) await work.run({ key });
		service.emulator.plan(FULL);

		await errorOf(() => work.run({ maxQueueMs: 6_000 }));

		const { createdAt = 0, stop } = service.emulator.tasks()[3] ?? {};
		expect((stop?.at ?? 0) - createdAt).toBe(6_000);
	});

	it.each<[string, Operation, FaultEffect, number, number]>([
		['covers a task that is PENDING', 'status', saying('PENDING'), Infinity, 1],
		['sends a cancel again while the task is queued', 'cancel', BUSY, 3, 4],
		['has worked if its cancel got no response', 'cancel', { type: 'reset', when: 'after' }, 1, 1],
	])('%s', async (_, on, effect, times, sent) => {
		service.emulator.plan(FULL);
		service.emulator.addFault({ on, effect, times });
		// From then on the status is that of a canceled task.
		if (on === 'status')
			service.time.after(LIMIT.maxQueueMs + 500, () => service.emulator.clearFaults());

		const error = await errorOf(() => createWork(service).run(LIMIT));

		expect(error.kind).toBe('queue_timeout');
		expect(costOf(error)).toBe('free');
		expect(cancels()).toBe(sent);
	});

	it.each([
		['Preparing', { queuingMs: 0, preparingMs: 2 * MINUTE }, 0],
		['Running', { queuingMs: 0, runningMs: 2 * MINUTE }, 0],
		['Warming', { ...LONG, runningMs: 2 * MINUTE, unknownStatus: 'Warming' }, 0],
		['Queuing again after it has run', { queuingMs: 0, runningMs: 3 * MINUTE }, 20],
	])('leaves a task alone whose status is %s', async (_, plan, queuedAgain) => {
		service.emulator.plan(plan);
		service.time.after(LIMIT.maxQueueMs - 10_000, () =>
			service.emulator.addFault({ on: 'status', effect: saying('Queuing'), times: queuedAgain }),
		);

		const { finished } = await createWork(service).run(LIMIT);

		expect(finished).toBe(true);
		expect(cancels()).toBe(0);
	});

	it('returns the result of a task that ended at that very moment, once its record can be read', async () => {
		const answerOf = (skip: number, effect: FaultEffect, times: number) =>
			service.emulator.addFault({ on: 'status', skip, effect, times });
		service.emulator.plan({
			...FULL,
			queuingMs: LIMIT.maxQueueMs - 5_000,
			preparingMs: 0,
			runningMs: 0,
		});
		answerOf(0, saying('Queuing'), Infinity);
		service.time.after(LIMIT.maxQueueMs - 50, () => {
			service.emulator.clearFaults();
			answerOf(0, saying('Queuing'), 1);
			answerOf(1, BUSY, 4);
		});

		const { finished, result } = await createWork(service).run(LIMIT);

		expect([finished, result.task.status]).toEqual([true, 'Success']);
		expect(service.requests('create')).toHaveLength(1);
	});

	it('waits for a task that begins at that very moment', async () => {
		service.emulator.plan({ ...FULL, queuingMs: LIMIT.maxQueueMs, preparingMs: 10_000 });
		const effect = { type: 'refuse', code: 30036 } as const;
		service.emulator.addFault({ on: 'status', effect: saying('Queuing'), times: 30 });
		service.emulator.addFault({ on: 'cancel', effect, times: Infinity });

		const { finished } = await createWork(service).run(LIMIT);

		expect(finished).toBe(true);
		expect(task()?.stop).toBeUndefined();
	});
});

it('a task that failed although its cancel was confirmed is not called canceled', async () => {
	const confirmed = { type: 'answer', status: 200, body: { code: 20000, data: {} } } as const;
	service.emulator.plan({ ...FULL, queuingMs: LIMIT.maxQueueMs + 1_000, outcome: 'Failed' });
	service.emulator.addFault({ on: 'cancel', effect: confirmed });
	service.time.after(LIMIT.maxQueueMs - 50, () =>
		service.emulator.addFault({ on: 'status', effect: BUSY, skip: 2, times: 6 }),
	);

	const error = await errorOf(() => createWork(service).run(LIMIT));

	expect(error.kind).toBe('failed');
	expect(error.details.status).toBe('Failed');
});

describe('a cancel at Max Queue Time that is not confirmed', () => {
	it.each<[string, FaultEffect]>([
		['gets no answer', { type: 'reset', when: 'before' }],
		['is refused', { type: 'answer', status: 403, body: {} }],
	])('lets the task go on if it %s', async (_, effect) => {
		service.emulator.plan({ ...FULL, queuingMs: LIMIT.maxQueueMs + 3_000 });
		service.emulator.addFault({ on: 'cancel', effect, times: Infinity });

		const { finished } = await createWork(service).run(LIMIT);

		expect(finished).toBe(true);
		expect(cancels()).toBeGreaterThan(0);
	});

	it.each([
		['', service, undefined, 'unknown'],
		[', and whose billed seconds are told', telling, expect.any(Number), 'seconds'],
	])(
		"isn't taken for the end of a task that has run and was interrupted by someone%s",
		async (_, at, billedSeconds, cost) => {
			at.emulator.plan({ ...FULL, queuingMs: LIMIT.maxQueueMs + 3_000, runningMs: 60 * MINUTE });
			const effect = { type: 'reset', when: 'before' } as const;
			at.emulator.addFault({ on: 'cancel', effect, times: Infinity });
			at.time.after(3 * MINUTE, () => {
				void at.client.tasks.interrupt(task(at)?.requestId ?? '');
			});

			const error = await errorOf(() => createWork(at).run({ ...LIMIT, maxWaitMs: 60 * MINUTE }));

			expect(error.kind).toBe('canceled');
			expect(error.details.billedSeconds).toEqual(billedSeconds);
			expect(costOf(error)).toBe(cost);
		},
	);

	it.each([
		['is not sent after Max Wait Time', MINUTE / 2, false],
		['leaves the item to Max Wait Time if the service refuses it until then', 2 * MINUTE, true],
	])('%s', async (_, maxWaitMs, isSent) => {
		service.emulator.plan(FULL);
		service.emulator.addFault({ on: 'cancel', effect: BUSY, times: Infinity });

		const error = await errorOf(() => createWork(service).run({ ...LIMIT, maxWaitMs }));

		expect(error.kind).toBe('timeout');
		expect(costOf(error)).toBe('unknown');
		expect(cancels() > 0).toBe(isSent);
	});
});

describe('after Max Queue Time', () => {
	it('an execution that is stopped meanwhile cancels the task as ever', async () => {
		service.emulator.plan(FULL);
		const stop = new AbortController();
		service.time.after(LIMIT.maxQueueMs - 1_000, () => stop.abort());

		const error = await errorOf(() => createWork(service).run({ ...LIMIT, signal: stop.signal }));

		expect(error.kind).toBe('execution_stopped');
		expect(task()?.stop).toMatchObject({ by: 'cancel' });
	});
});

const LIMIT_MS = 30_000;

describe('Max Run Time', () => {
	it.each([
		['interrupts a task that runs for longer', service, LONG, undefined],
		[
			'interrupts one whose status is unknown',
			service,
			{ ...LONG, unknownStatus: 'Processing' },
			undefined,
		],
		['knows what the task was billed, if that is told', telling, LONG, expect.any(Number)],
	])('%s', async (_, at, plan, billedSeconds) => {
		at.emulator.plan(plan);

		const error = await errorOf(() => createWork(at).run({ maxRunMs: LIMIT_MS }));

		expect(error.kind).toBe('budget');
		expect(costOf(error)).toBe('seconds');
		const { requestId } = task(at) ?? {};
		expect(error.details).toMatchObject({ stoppedBy: 'maxRunTime', requestId });
		expect(error.details.billedSeconds).toEqual(billedSeconds);
		expect(task(at)?.stop).toMatchObject({ by: 'interrupt' });
	});

	it.each([2_000, LIMIT_MS])(
		'a limit of %i ms is exceeded by one poll at most',
		async (maxRunMs) => {
			service.emulator.plan(LONG);

			await errorOf(() => createWork(service).run({ maxRunMs }));

			const ranMs = (task()?.finishedAt ?? Infinity) - (task()?.createdAt ?? 0);
			expect(ranMs).toBeGreaterThanOrEqual(maxRunMs);
			expect(ranMs).toBeLessThanOrEqual(maxRunMs + Math.min(maxRunMs, 20_000) + 1_000);
		},
	);

	it('of an app that is known to take longer, it is exceeded by one poll as well', async () => {
		service.emulator.plan({ ...LONG, runningMs: 60_000 });
		const work = createWork(service);
		for (const key of ['first', 'second', 'third']) await work.run({ key });

		const begun = service.time.now();
		await errorOf(() => work.run({ maxRunMs: 5_000 }));

		const stopped = service.emulator.tasks()[3]?.finishedAt ?? Infinity;
		expect(stopped - begun).toBeLessThanOrEqual(2 * 5_000 + 1_000);
	});

	it("doesn't count the queue, nor loading the model", async () => {
		service.emulator.plan({ queuingMs: MINUTE, preparingMs: MINUTE, runningMs: 10_000 });

		const { finished } = await createWork(service).run({ maxRunMs: LIMIT_MS });

		expect(finished).toBe(true);
		expect(service.requests('interrupt')).toHaveLength(0);
	});

	it.each([
		['refuses to interrupt', 10_000, 409, 1],
		['confirms to have interrupted', 6_000, 200, 20000],
	])('returns the result of a task that the service %s, but that finished', async (_, ...plan) => {
		const [moreMs, status, code] = plan;
		service.emulator.plan({ ...LONG, runningMs: LIMIT_MS + moreMs });
		const effect = { type: 'answer', status, body: { code, message: 'no' } } as const;
		service.emulator.addFault({ on: 'interrupt', effect, times: Infinity });

		const { result } = await createWork(service).run({ maxRunMs: LIMIT_MS });

		expect(service.requests('interrupt').length).toBeGreaterThan(0);
		expect(result.outputs[0]?.ok).toBe(true);
	});

	it('interrupts even if the service no longer answers status requests', async () => {
		service.emulator.plan(LONG);
		service.time.after(LIMIT_MS / 2, () =>
			service.emulator.addFault({
				on: 'status',
				effect: { type: 'answer', status: 503 },
				times: Infinity,
			}),
		);

		await errorOf(() => createWork(service).run({ maxRunMs: LIMIT_MS }));

		expect(service.requests('interrupt').length).toBeGreaterThan(0);
	});

	it('a retry creates no other task', async () => {
		service.emulator.plan(LONG);
		const work = createWork(service);

		const first = await errorOf(() => work.run({ maxRunMs: LIMIT_MS }));
		const again = await errorOf(() => work.run({ maxRunMs: LIMIT_MS }));

		expect(again.kind).toBe('budget');
		const { requestId } = first.details;
		expect(again.details).toMatchObject({ reason: 'stoppedBefore', requestId });
		expect(costOf(again)).toBe('seconds');
		expect(service.requests('create')).toHaveLength(1);
	});

	it("a task that can't be interrupted is named with the reason, and still charged", async () => {
		service.emulator.plan(LONG);
		const effect = { type: 'answer', status: 409, body: { code: 1, message: 'no' } } as const;
		service.emulator.addFault({ on: 'interrupt', effect, times: Infinity });

		const error = await errorOf(() => createWork(service).run({ maxRunMs: LIMIT_MS }));

		expect(error.details).toMatchObject({ reason: 'stopRefused', requestId: task()?.requestId });
		expect(error.details.lastError).toMatchObject({ kind: 'conflict' });
		expect(costOf(error)).toBe('unknown');
	});
});

it.each([
	['Max Queue Time', { maxQueueMs: MINUTE }],
	['Max Run Time', { maxRunMs: MINUTE }],
])('the task of another try has all of %s for itself', async (_, limit) => {
	service.emulator.plan({ queuingMs: 30_000, preparingMs: 0, runningMs: 30_000 });
	service.emulator.plan(LONG, { times: 1 });
	const work = createWork(service);
	service.time.after(3 * MINUTE, () => {
		void service.client.tasks.interrupt(task()?.requestId ?? '');
	});

	await errorOf(() => work.run());
	const { finished, result } = await work.run(limit);

	expect(finished).toBe(true);
	expect(result.requestId).toBe(service.emulator.tasks()[1]?.requestId);
});
