import type { TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();
const MINUTE = 60_000;
const LIMIT_MS = 30_000;
const LONG: Partial<TaskPlan> = { queuingMs: 0, preparingMs: 0, runningMs: 60 * MINUTE };

function task() {
	return service.emulator.tasks()[0];
}

describe('Max Run Time', () => {
	it('interrupts a task that runs for longer, and says so', async () => {
		service.emulator.plan(LONG);

		const error = await errorOf(() => createWork(service).run({ maxRunMs: LIMIT_MS }));

		expect(error.kind).toBe('budget');
		expect(error.message).toContain('ran longer than 30 seconds');
		expect(error.advice).toMatch(/You pay for the time it ran\.$/);
		expect(error.details.requestId).toBe(task()?.requestId);
		expect(task()?.stop).toMatchObject({ by: 'interrupt' });
	});

	it('holds for a running task whose status has another name', async () => {
		service.emulator.plan({ ...LONG, unknownStatus: 'Processing' });

		const error = await errorOf(() => createWork(service).run({ maxRunMs: LIMIT_MS }));

		expect(error.kind).toBe('budget');
		expect(task()?.stop).toMatchObject({ by: 'interrupt' });
	});

	it.each([2_000, LIMIT_MS, 10 * MINUTE])(
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
		service.emulator.plan({ queuingMs: 5 * MINUTE, preparingMs: 5 * MINUTE, runningMs: 10_000 });

		const { finished } = await createWork(service).run({ maxRunMs: LIMIT_MS });

		expect(finished).toBe(true);
		expect(service.requests('interrupt')).toHaveLength(0);
	});

	it('returns the result of a task that finishes before it is interrupted', async () => {
		service.emulator.plan({ ...LONG, runningMs: LIMIT_MS + 10_000 });
		const effect = { type: 'answer', status: 409, body: { code: 1, message: 'no' } } as const;
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
		const again = await errorOf(() => work.run({ maxRunMs: LIMIT_MS, retryUnconfirmed: true }));

		expect(again.kind).toBe('budget');
		expect(again.details.requestId).toBe(first.details.requestId);
		expect(service.requests('create')).toHaveLength(1);
	});

	it("a task that can't be interrupted is named, and still charged", async () => {
		service.emulator.plan(LONG);
		const effect = { type: 'answer', status: 409, body: { code: 1, message: 'no' } } as const;
		service.emulator.addFault({ on: 'interrupt', effect, times: Infinity });

		const error = await errorOf(() => createWork(service).run({ maxRunMs: LIMIT_MS }));

		expect(error.message).toContain("couldn't be interrupted");
		expect(error.advice).toMatch(/You may be charged\.$/);
	});
});
