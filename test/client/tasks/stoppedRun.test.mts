import type { TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();
const MINUTE = 60_000;
const LONG: Partial<TaskPlan> = { runningMs: 60 * MINUTE };

function task() {
	return service.emulator.tasks()[0];
}

describe('an execution that is stopped', () => {
	async function stopAfter(ms: number, plan: Partial<TaskPlan>, interruptRunning = true) {
		service.emulator.plan(plan);
		const stop = new AbortController();
		let stoppedAt = 0;
		service.time.after(ms, () => {
			stoppedAt = service.time.now();
			stop.abort();
		});
		const work = createWork(service);
		const error = await errorOf(() => work.run({ signal: stop.signal, interruptRunning }));
		return { error, notes: work.notes, afterMs: (task()?.stop?.at ?? NaN) - stoppedAt };
	}

	it('in Queuing: the task is canceled at once, free of charge', async () => {
		const { error, afterMs } = await stopAfter(5_000, { queuingMs: 60 * MINUTE });

		expect(task()?.stop).toMatchObject({ by: 'cancel' });
		expect(afterMs).toBe(0);
		expect(error.kind).toBe('execution_stopped');
		expect(error.message).toContain("You weren't charged.");
	});

	it('in Running: the task is interrupted at once', async () => {
		const { error, afterMs } = await stopAfter(5_000, LONG);

		expect(task()?.stop).toMatchObject({ by: 'interrupt' });
		expect(afterMs).toBe(0);
		expect(error.message).toContain('You pay for the time it ran.');
	});

	it('in Running with Interrupt Running Tasks off: the task keeps running', async () => {
		const { error } = await stopAfter(5_000, LONG, false);

		expect(task()?.stop).toBeUndefined();
		expect(error.message).toContain('may still be running (last status: Running)');
	});

	it('in Preparing: the task is polled and interrupted as soon as it runs', async () => {
		const { afterMs } = await stopAfter(5_000, { preparingMs: 15_000, runningMs: 60 * MINUTE });

		expect(task()?.stop).toMatchObject({ by: 'interrupt' });
		expect(afterMs).toBeGreaterThan(10_000);
		expect(afterMs).toBeLessThan(12_000);
	});

	it('while the create is in progress: the task is canceled as soon as its ID is known', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'delay', ms: 40_000 } });

		const { error } = await stopAfter(5_000, { queuingMs: 60 * MINUTE });

		expect(task()?.stop).toMatchObject({ by: 'cancel' });
		expect(error.details.requestId).toBe(task()?.requestId);
	});

	it('during a status check: the task is stopped, and its ID is in the message and the ledger', async () => {
		service.emulator.addFault({ on: 'status', effect: { type: 'hang' }, skip: 2 });

		const { error, notes, afterMs } = await stopAfter(10_000, LONG);

		expect(task()?.stop).toMatchObject({ by: 'interrupt' });
		expect(afterMs).toBe(0);
		expect(error.details.requestId).toBe(task()?.requestId);
		expect(notes).toEqual([expect.stringContaining(task()?.requestId ?? 'no task')]);
	});

	it('while it attaches to the task of an earlier attempt: that task is stopped', async () => {
		service.emulator.plan(LONG);
		const work = createWork(service);
		const { requestId } = await work.attempt();
		await service.time.sleep(5_000);
		service.emulator.addFault({ on: 'status', effect: { type: 'hang' } });
		const stop = new AbortController();
		service.time.after(5_000, () => stop.abort());

		const error = await errorOf(() => work.run({ signal: stop.signal }));

		expect(error).toMatchObject({ kind: 'execution_stopped', details: { requestId } });
		expect(task()?.stop).toMatchObject({ by: 'interrupt' });
	});

	it('before anything was created: nothing is created', async () => {
		const signal = AbortSignal.abort();

		expect((await errorOf(() => createWork(service).run({ signal }))).kind).toBe(
			'execution_stopped',
		);
		expect(service.requests('create')).toHaveLength(0);
	});
});
