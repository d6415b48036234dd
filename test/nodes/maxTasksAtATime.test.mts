import { PROMPT, runForm, runModel, useService } from './service.mts';
import type { Parameters } from './instance.mts';

const service = useService();
const cat = runForm({ [PROMPT]: 'a cat' });
const LONG = { queuingMs: 0, preparingMs: 0, runningMs: 60_000 };

function runLimited(parameters: Parameters, maxTasksAtATime: unknown = 1, more = {}) {
	const credential = { ...service.credential, maxTasksAtATime } as typeof service.credential;
	return service.run({ parameters, credential, ...more });
}

/** Most tasks at once, by when they began and ended. */
function mostAtOnce(): number {
	const tasks = [...service.emulator.tasks()];
	return Math.max(
		...tasks.map(
			({ createdAt }) =>
				tasks.filter(
					(other) => other.createdAt <= createdAt && (other.finishedAt ?? Infinity) > createdAt,
				).length,
		),
	);
}

describe('limits the tasks of all executions', () => {
	it.each(['poll', 'keepOpen'])('wait mode %s', async (waitMode) => {
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 5_000 });

		const ended = await Promise.all(
			Array.from({ length: 6 }, () => runLimited({ ...cat, waitMode }, 2)),
		);

		expect(ended.map(({ error }) => error)).toEqual(ended.map(() => undefined));
		expect(mostAtOnce()).toBe(2);
	});

	it('tasks of models too', async () => {
		const begun = service.time.now();
		service.emulator.plan(LONG);
		await Promise.all([runLimited(runModel()), runLimited(runModel()), runLimited(runModel())]);

		expect(service.time.now() - begun).toBeGreaterThan(180_000);
	});

	it('but not those that nobody waits for', async () => {
		service.emulator.plan(LONG);
		const nobodyWaits = { ...cat, waitMode: 'none' };
		await Promise.all([runLimited(nobodyWaits), runLimited(nobodyWaits), runLimited(cat)]);

		expect(mostAtOnce()).toBe(3);
	});
});

it('gives up after Max Wait Time without a create', async () => {
	service.emulator.plan(LONG);
	const first = runLimited(cat);
	await service.time.sleep(5_000);

	const { error } = await runLimited({ ...cat, limits: { maxWaitMinutes: 0.5 } });

	expect(error?.message).toContain('No place for the task became free');
	expect(error?.description).toContain("'Max Tasks at a Time (All Executions)'");
	expect(service.creates()).toBe(1);
	expect((await first).error).toBeUndefined();
});

it('an execution that is stopped while it waits creates nothing', async () => {
	service.emulator.plan(LONG);
	const first = runLimited(cat);
	await service.time.sleep(5_000);
	const begun = service.time.now();

	await runLimited(cat, 1, { onStart: (stop: () => void) => service.time.after(1_000, stop) });

	expect(service.time.now() - begun).toBeLessThan(5_000);
	expect(service.creates()).toBe(1);
	await first;
});

describe('a place is free again', () => {
	const begin = { queuingMs: 0, preparingMs: 0, runningMs: 1_000 };

	it.each<[string, object, Parameters]>([
		['when its task has failed', { ...begin, outcome: 'Failed' }, {}],
		['when Max Wait Time is over', LONG, { limits: { maxWaitMinutes: 0.2 } }],
		[
			'when its task was stopped at the deadline',
			LONG,
			{ limits: { maxWaitMinutes: 0.2, onTimeout: 'stop' } },
		],
	])('%s', async (_, plan, more) => {
		service.emulator.plan(plan, { times: 1 });
		service.emulator.plan(begin);
		expect((await runLimited({ ...cat, ...more })).error).toBeDefined();
		const begun = service.time.now();

		expect((await runLimited(cat)).error).toBeUndefined();
		expect(service.time.now() - begun).toBeLessThan(10_000);
	});

	it('when the execution was stopped', async () => {
		service.emulator.plan(LONG, { times: 1 });
		await runLimited(cat, 1, { onStart: (stop: () => void) => service.time.after(5_000, stop) });
		const begun = service.time.now();

		await runLimited(cat);
		expect(service.time.now() - begun).toBeLessThan(60_000);
	});

	it('when nothing is known of its create', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' }, times: 1 });
		expect((await runLimited(cat)).error).toBeDefined();

		expect((await runLimited(cat)).error).toBeUndefined();
	});
});

describe('what is stored', () => {
	it.each([null, '', ' ', 0, '0'])('%p is no limit', async (stored) => {
		service.emulator.plan(LONG);
		await Promise.all([runLimited(cat, stored), runLimited(cat, stored)]);

		expect(mostAtOnce()).toBe(2);
	});

	it.each(['two', -1, 1.5, {}])('%p is rejected before anything is paid', async (stored) => {
		const { error } = await runLimited(cat, stored);

		expect(error?.message).toContain(
			"'Max Tasks at a Time (All Executions)' must be a whole number",
		);
		expect(error?.description).toContain("You weren't charged.");
		expect(service.creates()).toBe(0);
	});
});
