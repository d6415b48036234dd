import type { ErrorKind } from '../../../client/errors/kinds';
import type { FaultEffect, TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';
import { costOf } from '../../../client/errors/cost';

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
	const atMaxWait = { maxWaitMs: 10_000, onTimeout: 'stop' as const };

	it.each<[string, Partial<TaskPlan>, object, ErrorKind | undefined, number, number]>([
		['when the task has finished', END, {}, undefined, 8, 8],
		['when outputs were rejected', { ...END, outputs: 'rejected' }, {}, 'content_rejected', 8, 8],
		['over an open connection', END, { isHeld: true }, undefined, 8, 8],
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

	it('they are added once, if a retry sees the same task again', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const work = createWork(service);

		await work.run();
		await work.run();

		expect(work.spent.billedSeconds).toBe(8);
	});
});
