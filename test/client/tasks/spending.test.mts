import type { TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();
const LONG: Partial<TaskPlan> = { queuingMs: 0, preparingMs: 0, runningMs: 60 * 60_000 };
const ONE = { limits: { maxTasks: 1 } };

describe('a task counts', () => {
	it.each<[string, Parameters<typeof service.emulator.addFault>[0] | undefined]>([
		['if it was created', undefined],
		['if it may have been created', { on: 'create', effect: { type: 'reset', when: 'after' } }],
	])('%s', async (_, fault) => {
		if (fault) service.emulator.addFault(fault);
		const work = createWork(service);

		await work.attempt().catch(() => undefined);

		expect(work.spent.tasks).toBe(1);
	});

	it.each<[string, Parameters<typeof service.emulator.addFault>[0]]>([
		['if the service refused it', { on: 'create', effect: { type: 'refuse', code: 20250 } }],
		[
			'if the service stays full',
			{
				on: 'create',
				effect: { type: 'answer', status: 429, body: { code: 30039 } },
				times: Infinity,
			},
		],
	])('not %s', async (_, fault) => {
		service.emulator.addFault(fault);
		const work = createWork(service);

		await errorOf(() => work.attempt());

		expect(work.spent.tasks).toBe(0);
	});

	it('not if its files could not be uploaded', async () => {
		const work = createWork(service);

		await work
			.attempt({ upload: () => Promise.reject(new Error('no such file')) })
			.catch(() => undefined);

		expect(work.spent.tasks).toBe(0);
	});

	it('it counts once, if a retry attaches to it', async () => {
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
	const upload = jest.fn();

	const error = await errorOf(() => work.run({ ...ONE, upload }));

	expect(error.kind).toBe('budget');
	expect(error.advice).toMatch(/You weren't charged\.$/);
	expect(upload).not.toHaveBeenCalled();
	expect(service.requests('create')).toHaveLength(0);
});

describe('billed seconds are added', () => {
	it('they are added when the task has finished', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const work = createWork(service);

		await work.run();

		expect(work.spent.billedSeconds).toBe(8);
	});

	it('they are added when its outputs were rejected', async () => {
		service.emulator.plan({ runningMs: 10_000, outputs: 'rejected' });
		const work = createWork(service);

		await errorOf(() => work.run());

		expect(work.spent.billedSeconds).toBe(8);
	});

	it('over an open connection', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const work = createWork(service);

		await work.run({ isHeld: true });

		expect(work.spent.billedSeconds).toBe(8);
	});

	it.each([
		['at the max run time', { maxRunMs: 10_000 }],
		['at the max wait time', { maxWaitMs: 10_000, onTimeout: 'stop' as const }],
	])('they are added when it was interrupted %s', async (_, options) => {
		service.emulator.plan(LONG);
		const work = createWork(service);

		await errorOf(() => work.run(options));

		expect(work.spent.billedSeconds).toBeGreaterThan(7);
		expect(work.spent.billedSeconds).toBeLessThan(25);
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
