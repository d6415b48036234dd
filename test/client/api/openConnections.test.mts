import type { OpenPlan, TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();
const MINUTE = 60_000;
const maxWaitMs = 10 * MINUTE;

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

			const { result, finished } = await work.run({ isHeld: true, maxWaitMs });

			expect({ finished, status: result.task.status }).toEqual({
				finished: true,
				status: 'Success',
			});
			expect(result.outputs).toMatchObject([{ ok: true }]);
			expect(service.requests('create')).toHaveLength(1);
			expect(work.entry()).toMatchObject({ tasks: [{ requestId: result.requestId }] });
		});

		it('has used up its part of Max Wait Time, and a retry attaches to the task', async () => {
			service.emulator.plan(early(answer, 60 * MINUTE));
			const work = createWork(service);
			const begun = service.time.now();

			const error = await errorOf(() => work.run({ isHeld: true, maxWaitMs }));
			const tookMs = service.time.now() - begun;
			await errorOf(() => work.run({ isHeld: true, maxWaitMs: MINUTE }));

			expect(error.kind).toBe('timeout');
			expect(error.message).toContain('within 10 minutes');
			expect(tookMs).toBeGreaterThanOrEqual(maxWaitMs);
			expect(tookMs).toBeLessThan(maxWaitMs + 1_000);
			expect(service.requests('create')).toHaveLength(1);
		});

		it('leaves a task that stops with the execution', async () => {
			service.emulator.plan(early(answer, 60 * MINUTE));
			const stop = new AbortController();
			service.time.after(2 * MINUTE, () => stop.abort());

			const options = { isHeld: true, maxWaitMs, signal: stop.signal };
			const error = await errorOf(() => createWork(service).run(options));

			expect(error.kind).toBe('execution_stopped');
			expect(service.emulator.tasks()[0]?.stop).toMatchObject({ by: 'interrupt' });
		});
	},
);

it('a connection is kept open for what the wait for a place has left of Max Wait Time', async () => {
	service.emulator.plan({ runningMs: 9 * MINUTE });
	const full = { type: 'answer', status: 429, body: { code: 30040 } } as const;
	service.emulator.addFault({ on: 'create', times: Infinity, effect: full });
	service.time.after(8 * MINUTE, () => service.emulator.clearFaults());
	const begun = service.time.now();

	const error = await errorOf(() => createWork(service).run({ isHeld: true, maxWaitMs }));

	expect(error.kind).toBe('unconfirmed');
	expect(service.time.now() - begun).toBeLessThan(maxWaitMs + MINUTE);
});
