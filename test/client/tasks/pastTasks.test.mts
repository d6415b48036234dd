import fc from 'fast-check';
import { costOf } from '../../../client/errors/cost';
import type { ErrorKind } from '../../../client/errors/kinds';
import { createPastTasks, type PastTask, type PastTasks } from '../../../client/tasks/pastTasks';
import { intervalMs } from '../../../client/tasks/pollInterval';
import type { FaultEffect, TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const APP = 54663;

const OTHER_APP = 56258;

const HOUR = 3_600_000;

function memoryOf() {
	return new Map<string, readonly PastTask[]>();
}

/** A task that has ended well after so many milliseconds. */
function took(durationMs: number) {
	return { status: 'Success', durationMs };
}

function cost(billedSeconds: number | undefined) {
	return { status: 'Success', billedSeconds };
}

function after(durations: readonly number[], memory = memoryOf()): PastTasks {
	const tasks = createPastTasks(memory, 'account');
	recordAll(tasks, APP, durations);
	return tasks;
}

function recordAll(tasks: PastTasks, appId: number, durations: readonly number[]): void {
	durations.forEach((ms) => tasks.record(appId, took(ms)));
}

describe('when a task is polled', () => {
	const age = fc.integer({ min: 0, max: 24 * HOUR });
	const some = fc.array(fc.integer({ min: 0, max: 24 * HOUR }), { minLength: 3, maxLength: 10 });

	it('no pause is longer than 10 s, whatever its like took', () => {
		fc.assert(
			fc.property(age, some, (ageMs, durations) => {
				const pauseMs = after(durations).pollDelayMs(APP, ageMs);
				expect(pauseMs).toBeGreaterThanOrEqual(100);
				expect(pauseMs).toBeLessThanOrEqual(10_000);
			}),
		);
	});

	it('is never later than by age alone, once the shortest of its like have ended', () => {
		fc.assert(
			fc.property(age, some, (ageMs, durations) => {
				fc.pre(ageMs >= Math.min(...durations));
				const pauseMs = after(durations).pollDelayMs(APP, ageMs);
				expect(pauseMs).toBeLessThanOrEqual(intervalMs(ageMs));
			}),
		);
	});

	it('is when the shortest of its like had ended, and then ever less often', () => {
		const tasks = after([9_000, 7_000, 8_000]);

		expect(tasks.pollDelayMs(APP, 0)).toBe(7_000);
		expect(tasks.pollDelayMs(APP, 5_000)).toBe(2_000);
		expect(tasks.pollDelayMs(APP, 9_000)).toBe(600);
		expect(tasks.pollDelayMs(APP, 36_000)).toBe(1_200);
	});
});

describe('what is learned', () => {
	it('fewer than three tasks say nothing', () => {
		expect(after([2_000, 3_000]).pollDelayMs(APP, 0)).toBeUndefined();
	});

	it('what was long ago makes way: the last ten durations count', () => {
		const lastTen = Array.from({ length: 10 }, () => 4_000);

		expect(after([1_000, ...lastTen.slice(1)]).pollDelayMs(APP, 0)).toBe(1_000);
		expect(after([1_000, ...lastTen]).pollDelayMs(APP, 0)).toBe(4_000);
	});

	it('tasks that failed say nothing, nor do those without a duration', () => {
		const tasks = createPastTasks(memoryOf(), 'account');
		const untold = [
			{ status: 'Failed', durationMs: 100 },
			{ status: 'Canceled', durationMs: 100 },
			{ status: 'Success', durationMs: undefined },
		];
		[...untold, ...untold].forEach((task) => tasks.record(APP, task));

		expect(tasks.pollDelayMs(APP, 0)).toBeUndefined();
	});
});

it('executions that share a memory learn from each other, apps and accounts do not', () => {
	const memory = memoryOf();
	after([4_000, 4_000], memory);
	const tasks = after([4_000], memory);
	recordAll(tasks, OTHER_APP, [90_000, 80_000]);
	tasks.record(APP, cost(2));
	tasks.record(undefined, cost(2));

	const another = createPastTasks(memory, 'another');
	expect(tasks.pollDelayMs(APP, 0)).toBe(4_000);
	expect(tasks.billedSeconds(APP)).toEqual({ tasks: 1, median: 2, max: 2 });
	for (const appId of [OTHER_APP, undefined]) expect(tasks.pollDelayMs(appId, 0)).toBeUndefined();
	expect(tasks.billedSeconds(OTHER_APP)).toBeUndefined();
	expect(another.pollDelayMs(APP, 0)).toBeUndefined();
	expect(another.billedSeconds(APP)).toBeUndefined();
});

describe('tasks whose connection was held', () => {
	const service = useService();

	it('teach how long the next one can be left alone', async () => {
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 8_000 });
		const work = createWork(service);
		for (const key of ['first', 'second', 'third']) await work.run({ key, isHeld: true });

		await work.run({ key: 'fourth' });

		expect(service.requests('status').length).toBeLessThanOrEqual(3);
	});

	it('say nothing of a task that a retry attaches to, whose age is unknown', async () => {
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 60_000 });
		const work = createWork(service);
		for (const key of ['first', 'second', 'third']) await work.run({ key, isHeld: true });
		await work.attempt();
		await service.time.sleep(56_000);

		await work.run();

		const endedAt = service.emulator.tasks()[3]?.finishedAt ?? 0;
		expect(service.time.now() - endedAt).toBeLessThan(1_000);
	});
});

describe('what tasks cost', () => {
	it.each([
		[[2], { tasks: 1, median: 2, max: 2 }],
		[[9, 1], { tasks: 2, median: 5, max: 9 }],
		[[9, 1, 2.5], { tasks: 3, median: 2.5, max: 9 }],
		[[0.1, 0.2, 0, 7], { tasks: 4, median: 0.15, max: 7 }],
		[[0, 0], { tasks: 2, median: 0, max: 0 }],
	])('of tasks that cost %j seconds, median and maximum are known', (seconds, expected) => {
		const tasks = after([]);
		for (const each of seconds) tasks.record(APP, cost(each));

		expect(tasks.billedSeconds(APP)).toEqual(expected);
	});

	it.each([
		['without billed seconds', cost(undefined)],
		['that failed', { status: 'Failed', billedSeconds: 3 }],
		['that was canceled', { status: 'Canceled', billedSeconds: 3 }],
	])('a task %s does not count', (_, task) => {
		const tasks = after([]);
		tasks.record(APP, task);

		expect(tasks.billedSeconds(APP)).toBeUndefined();
	});

	it('the last thirty tasks count', () => {
		const tasks = after([]);
		tasks.record(APP, cost(1_000));
		for (let n = 0; n < 30; n++) tasks.record(APP, cost(n));

		expect(tasks.billedSeconds(APP)).toEqual({ tasks: 30, median: 14.5, max: 29 });
	});
});

describe('what tasks spend', () => {
	const service = useService();

	const LONG: Partial<TaskPlan> = { queuingMs: 0, preparingMs: 0, runningMs: 60 * 60_000 };

	const ONE = { limits: { maxTasks: 1 } };

	const FULL = { type: 'answer', status: 429, body: { code: 30039 } } as const;

	const noFile = () => Promise.reject(new Error('no such file'));

	describe('a task', () => {
		it.each<[string, number, FaultEffect | undefined, object]>([
			['counts if it was created', 1, undefined, {}],
			['counts if it may have been created', 1, { type: 'reset', when: 'after' }, {}],
			["doesn't count if the service refused it", 0, { type: 'refuse', code: 20250 }, {}],
			["doesn't count if the service stays full", 0, FULL, {}],
			["doesn't count if its files could not be uploaded", 0, undefined, { makeOrder: noFile }],
		])('%s', async (_, tasks, effect, options) => {
			if (effect) service.emulator.addFault({ on: 'create', effect, times: Infinity });
			const work = createWork(service);

			await work.attempt(options).catch(() => undefined);

			expect(work.spent.tasks).toBe(tasks);
		});

		it('counts once, if a retry attaches to it', async () => {
			const work = createWork(service);

			await work.run(ONE);
			const { result } = await work.run(ONE);

			expect(result.outputs).not.toHaveLength(0);
			expect(work.spent.tasks).toBe(1);
		});
	});

	it('what other items created while the service was full counts, and only once', async () => {
		service.emulator.addFault({ on: 'create', effect: FULL });
		const work = createWork(service);
		service.time.after(200, () => (work.spent.tasks += 1));

		const error = await errorOf(() => work.attempt(ONE));

		expect(error.kind).toBe('budget');
		expect(service.requests('create')).toHaveLength(1);
		expect(work.spent.tasks).toBe(1);
	});

	it('above the limit nothing is uploaded or created', async () => {
		const work = createWork(service);
		work.spent.tasks = 1;
		const makeOrder = jest.fn();

		const error = await errorOf(() => work.run({ ...ONE, makeOrder }));

		expect(error.kind).toBe('budget');
		expect(costOf(error)).toBe('free');
		expect(makeOrder).not.toHaveBeenCalled();
		expect(service.requests('create')).toHaveLength(0);
	});

	describe('billed seconds are added', () => {
		const END: Partial<TaskPlan> = { runningMs: 10_000 };
		const FAILED: Partial<TaskPlan> = { ...END, outcome: 'Failed' };
		const atMaxWait = { maxWaitMs: 10_000, onTimeout: 'stop' as const };

		it.each<[string, Partial<TaskPlan>, object, ErrorKind | undefined, number, number]>([
			['when the task has finished', END, {}, undefined, 8, 8],
			['when outputs were rejected', { ...END, outputs: 'rejected' }, {}, 'content_rejected', 8, 8],
			['over an open connection', END, { isHeld: true }, undefined, 8, 8],
			['over one that tells none', FAILED, { isHeld: true }, 'failed', 10, 12],
			['when the max run time interrupted it', LONG, { maxRunMs: 10_000 }, 'budget', 7.01, 24.99],
			['when the max wait time interrupted it', LONG, atMaxWait, 'timeout', 7.01, 24.99],
		])('they are added %s', async (_, plan, options, kind, least, most) => {
			service.emulator.plan(plan);
			const work = createWork(service);

			const run = work.run(options);

			if (kind) await expect(run).rejects.toMatchObject({ kind });
			else await run;
			expect(work.spent.billedSeconds).toBeGreaterThanOrEqual(least);
			expect(work.spent.billedSeconds).toBeLessThanOrEqual(most);
		});

		it('they are added if a retry finds the task stopped by somebody else', async () => {
			service.emulator.plan(LONG, { times: 1 });
			const work = createWork(service);
			await errorOf(() => work.run({ maxWaitMs: 10_000 }));
			await service.client.tasks.interrupt(service.emulator.tasks()[0]?.requestId ?? '');
			await service.time.sleep(1_000);

			await work.run();

			expect(service.emulator.tasks()).toHaveLength(2);
			expect(work.spent.billedSeconds).toBeGreaterThan(8);
		});

		it('they are estimated until the end of the task, whenever a retry sees it again', async () => {
			service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 10_000 });
			const untold = { code: 20000, data: { status: 'Success' } };
			const effect = { type: 'answer', status: 200, body: untold } as const;
			service.time.after(10_000, () =>
				service.emulator.addFault({ on: 'status', times: Infinity, effect }),
			);
			const work = createWork(service);

			await work.run();
			const { billedSeconds } = work.spent;
			await service.time.sleep(60_000);
			await work.run();

			expect(billedSeconds).toBeGreaterThan(5);
			expect(work.spent.billedSeconds).toBe(billedSeconds);
		});

		it('they are never less than none, although the clock of the machine was set back', async () => {
			service.emulator.plan(LONG);
			const { requestId } = await createWork(service).attempt();
			const runningAt = service.clock.wallNow() + 60 * 60_000;
			const work = createWork(service, { tasks: [{ requestId, runningAt }] });

			await errorOf(() => work.run({ maxWaitMs: 10_000 }));

			expect(work.spent.billedSeconds).toBe(0);
		});

		it('they are added once, if a retry sees the same task again', async () => {
			service.emulator.plan({ runningMs: 10_000 });
			const work = createWork(service);

			await work.run();
			await work.run();

			expect(work.spent.billedSeconds).toBe(8);
		});
	});
});
