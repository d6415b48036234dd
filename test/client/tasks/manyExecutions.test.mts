import { createRateLimiter } from '../../../client/resilience/rateLimiter';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();

const [EXECUTIONS, PLACES, TASK_MS] = [200, 10, 2_000];

it('200 executions at once, ten places: hardly a refusal, and each has one task', async () => {
	service.emulator.setLimits({ parallelTasks: PLACES });
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: TASK_MS });
	const limiter = createRateLimiter(service.clock);
	const works = Array.from({ length: EXECUTIONS }, () => createWork(service, undefined, limiter));

	const ends = await Promise.all(works.map((work) => work.run()));

	const ids = new Set(ends.map(({ result }) => result.requestId));
	expect(ids.size).toBe(EXECUTIONS);
	expect(service.emulator.tasks()).toHaveLength(EXECUTIONS);
	const refused = service.requests('create').filter(({ status }) => status === 429);
	expect(refused.length).toBeLessThanOrEqual(0.1 * EXECUTIONS);
	expect(refused.length).toBeGreaterThan(0);
});

it('a place is free when its task has ended, before the outputs are read', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: TASK_MS });
	service.emulator.addFault({ on: 'outputs', effect: { type: 'delay', ms: 20_000 }, times: 1 });
	const { executionQueue } = createRateLimiter(service.clock);
	const limiter = { executionQueue: () => executionQueue(() => 1) };
	const begun = service.time.now();

	await Promise.all([0, 1].map(() => createWork(service, undefined, limiter).run()));

	const [, second] = service.requests('create');
	expect((second?.at ?? Infinity) - begun).toBeLessThan(10_000);
});
