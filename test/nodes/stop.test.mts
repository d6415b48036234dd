import type { TaskPlan } from '../../emulator/index.mts';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();

/**
 * Runs a task with the given plan, stops the execution after some time and returns what remains.
 */
async function stopAfter(
	ms: number,
	plan: Partial<TaskPlan>,
	options: Record<string, boolean> = {},
) {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 0, ...plan });
	const { time } = service;
	let stoppedAt = 0;
	const { run } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { options }),
		onStart: (stop) =>
			time.after(ms, () => {
				stoppedAt = time.now();
				stop();
			}),
	});
	await until(
		() =>
			service.emulator.tasks().every(({ status }) => /Success|Failed|Canceled/.test(status)) ||
			time.now() > stoppedAt + 90_000,
	);
	return { run, stoppedAt, task: service.emulator.tasks()[0] };
}

/** Limited: virtual time continues by itself as long as something is due. */
async function until(condition: () => boolean): Promise<void> {
	for (let turn = 0; turn < 3_000 && !condition(); turn++) await service.time.sleep(100);
}

it('a queued task is canceled, free of charge', async () => {
	const { run, task, stoppedAt } = await stopAfter(3_000, { queuingMs: 60_000 });

	expect(run.status).toBe('canceled');
	expect(task?.stop).toMatchObject({ by: 'cancel' });
	expect((task?.stop?.at ?? Infinity) - stoppedAt).toBeLessThanOrEqual(1_000);
});

it('a running task is interrupted', async () => {
	const { task, stoppedAt } = await stopAfter(3_000, { runningMs: 60_000 });

	expect(task?.stop).toMatchObject({ by: 'interrupt' });
	expect((task?.stop?.at ?? Infinity) - stoppedAt).toBeLessThanOrEqual(1_000);
});

it('a task that is polled every few seconds is stopped at once', async () => {
	const { task, stoppedAt } = await stopAfter(26_500, { runningMs: 60_000 });

	expect((task?.stop?.at ?? Infinity) - stoppedAt).toBeLessThanOrEqual(100);
});

it('a running task keeps running if Interrupt Running Tasks is off', async () => {
	const { task } = await stopAfter(3_000, { runningMs: 20_000 }, { interruptRunning: false });

	expect(task?.stop).toBeUndefined();
	expect(task?.status).toBe('Success');
});

it('a preparing task is polled and interrupted as soon as it runs', async () => {
	const { task, stoppedAt } = await stopAfter(3_000, { preparingMs: 15_000, runningMs: 60_000 });

	expect(task?.stop).toMatchObject({ by: 'interrupt' });
	expect(task?.stop?.at).toBeGreaterThan(stoppedAt + 10_000);
});

it('a task that prepares for too long is not stopped', async () => {
	const { task } = await stopAfter(3_000, { preparingMs: 50_000, runningMs: 10_000 });

	expect(task?.stop).toBeUndefined();
});

it('a task whose create is in progress is canceled as soon as its ID is known', async () => {
	service.emulator.addFault({ on: 'create', effect: { type: 'delay', ms: 20_000 } });
	const { task } = await stopAfter(5_000, { queuingMs: 60_000 });

	expect(task?.stop).toMatchObject({ by: 'cancel' });
});

it("items that weren't started create no tasks", async () => {
	service.emulator.plan({ queuingMs: 60_000 });
	const { time } = service;
	await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { options: { maxAtATime: 2 } }),
		items: Array.from({ length: 6 }, () => ({ json: {} })),
		onStart: (stop) => time.after(3_000, stop),
	});
	await until(() => service.emulator.tasks().every(({ stop }) => stop !== undefined));

	expect(service.creates()).toBe(2);
	expect(service.emulator.tasks().map(({ stop }) => stop?.by)).toEqual(['cancel', 'cancel']);
});

it("the node doesn't wait for the response to an aborted status check", async () => {
	service.emulator.addFault({ on: 'status', effect: { type: 'hang' }, skip: 1 });
	const { task, stoppedAt } = await stopAfter(5_000, { queuingMs: 60_000 });

	expect((task?.stop?.at ?? Infinity) - stoppedAt).toBeLessThanOrEqual(1_000);
});
