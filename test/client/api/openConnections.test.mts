import type { OpenPlan, TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();
const MINUTE = 60_000;
const holdMs = 10 * MINUTE;

/** A task whose connection gets a response after a minute, before the task is finished. */
function early(answer: OpenPlan['answer'], runningMs: number): Partial<TaskPlan> {
	return { runningMs, openFor: { ms: MINUTE, answer } };
}

describe.each(['record', 'id'] as const)(
	'an open connection that gets an early response with the %s',
	(answer) => {
		it("doesn't finish the task: it is polled until it finishes, and charged once", async () => {
			service.emulator.plan(early(answer, 5 * MINUTE));
			const work = createWork(service);

			const { result, finished } = await work.run({ holdMs, maxWaitMs: holdMs });

			expect({ finished, status: result.task.status }).toEqual({
				finished: true,
				status: 'Success',
			});
			expect(result.outputs).toMatchObject([{ ok: true }]);
			expect(service.requests('create')).toHaveLength(1);
			expect(work.entry()).toMatchObject({ state: 'created', requestId: result.requestId });
		});

		it('has used up its part of Max Wait Time, and a retry attaches to the task', async () => {
			service.emulator.plan(early(answer, 60 * MINUTE));
			const work = createWork(service);
			const begun = service.time.now();

			const error = await errorOf(() => work.run({ holdMs, maxWaitMs: holdMs }));
			const tookMs = service.time.now() - begun;
			await errorOf(() => work.run({ holdMs, maxWaitMs: MINUTE }));

			expect(error.kind).toBe('timeout');
			expect(error.message).toContain('within 10 minutes');
			expect(tookMs).toBeGreaterThanOrEqual(holdMs);
			expect(tookMs).toBeLessThan(holdMs + 1_000);
			expect(service.requests('create')).toHaveLength(1);
		});

		it('leaves a task that stops with the execution', async () => {
			service.emulator.plan(early(answer, 60 * MINUTE));
			const stop = new AbortController();
			service.time.after(2 * MINUTE, () => stop.abort());

			const error = await errorOf(() => createWork(service).run({ holdMs, signal: stop.signal }));

			expect(error.kind).toBe('execution_stopped');
			expect(service.emulator.tasks()[0]?.stop).toMatchObject({ by: 'interrupt' });
		});
	},
);
