import type { TaskPlan } from '../../../emulator/index.mts';
import type { Ended } from '../engine.mts';
import { collections, onTask, PROMPT, runForm, useService } from '../service.mts';

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

/** What the executions list can be searched for. */
const spent = ({ data }: Ended['run']) => data.resultData.metadata?.ai_app_spending;

/** Limited: virtual time continues by itself as long as something is due. */
async function until(condition: () => boolean): Promise<void> {
	for (let turn = 0; turn < 3_000 && !condition(); turn++) await service.time.sleep(100);
}

it('a queued task is canceled, free of charge', async () => {
	const { run, task, stoppedAt } = await stopAfter(3_000, { queuingMs: 60_000 });

	expect(run.status).toBe('canceled');
	expect(task?.stop).toMatchObject({ by: 'cancel' });
	expect((task?.stop?.at ?? Infinity) - stoppedAt).toBeLessThanOrEqual(1_000);
	expect(spent(run)).toBe('1 task, 0 billed seconds, 1 stopped');
});

it('a running task is interrupted', async () => {
	const { run, task, stoppedAt } = await stopAfter(3_000, { runningMs: 60_000 });

	expect(task?.stop).toMatchObject({ by: 'interrupt' });
	expect((task?.stop?.at ?? Infinity) - stoppedAt).toBeLessThanOrEqual(1_000);
	expect(spent(run)).toBe('1 task, 0 billed seconds, 1 stopped');
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

it('tasks that nobody waits for count as stopped in what was spent', async () => {
	service.emulator.plan({ queuingMs: 60_000 });
	service.emulator.addFault({ on: 'create', effect: { type: 'delay', ms: 20_000 }, skip: 1 });
	const { run } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none', options: { maxAtATime: 1 } }),
		items: [{ json: {} }, { json: {} }],
		onStart: (stop) => service.time.after(5_000, stop),
	});

	expect(spent(run)).toBe('2 tasks, 0 billed seconds, 2 stopped');
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

const cat = (options = {}) => runForm({ [PROMPT]: 'a cat' }, collections(options));

describe('n8n shows an execution as failed, not as canceled by its user,', () => {
	it('it has failed if someone else canceled the task', async () => {
		const body = { code: 20000, message: 'Ok', data: { status: 'Canceled' } };
		service.emulator.addFault({ on: 'status', effect: { type: 'answer', status: 200, body } });

		const { run } = await service.run({ parameters: cat() });

		expect(run.data.resultData.error?.message).toContain('finished with the status Canceled');
		expect(run.status).toBe('error');
	});

	it('it has failed if the task was canceled after Max Wait Time', async () => {
		service.emulator.plan({ queuingMs: 60_000 });

		const { run } = await service.run({
			parameters: cat({ maxWaitMinutes: 0.1, onTimeout: 'stop' }),
		});

		expect(run.data.resultData.error?.message).toContain('and was stopped');
		expect(run.status).toBe('error');
	});

	it('it has failed if the message of the service contains the word', async () => {
		service.emulator.plan({ outcome: 'Failed', errorMessage: 'canceled by the operator' });

		const { run } = await service.run({ parameters: cat() });

		expect(run.data.resultData.error?.message).toContain('by the operator');
		expect(run.status).toBe('error');
	});
});

it.each([
	['was queuing', { queuingMs: 60_000 }],
	['was running', { runningMs: 60_000 }],
])(
	'n8n shows an execution as canceled if the user stopped it while the task %s',
	async (_, plan) => {
		service.emulator.plan(plan);

		const { run } = await service.run({
			parameters: cat(),
			onStart: (stop) => service.time.after(3_000, stop),
		});

		expect(run.status).toBe('canceled');
	},
);

const UNKNOWN = '0f0e0d0c-0000-4000-8000-000000000000';
const requests = () => service.emulator.requests().length;

async function stop(requestId: string, credential = {}): Promise<Ended & { tookMs: number }> {
	const startedAt = service.time.now();
	const ended = await service.run({
		parameters: onTask('stop', requestId),
		credential: { ...service.credential, ...credential },
	});
	return { ...ended, tookMs: service.time.now() - startedAt };
}

async function runningTask(): Promise<string> {
	service.emulator.plan({ runningMs: 600_000 });
	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' }),
	});
	await service.time.sleep(30_000);
	return String(outputs[0]?.[0]?.json.request_id);
}

describe('the message soon says why a task is not stopped:', () => {
	it('a wrong key, at once', async () => {
		const id = await runningTask();
		const before = requests();

		const { error, tookMs } = await stop(id, { apiKey: 'sk-of-somebody-else' });

		expect(error?.message).toContain("didn't accept the API key");
		expect(error?.description).toContain('Open the AI App API credential');
		expect(tookMs).toBe(0);
		expect(requests() - before).toBe(2);
	});

	it('an ID that the service does not know, within a few seconds', async () => {
		const { error, tookMs } = await stop(UNKNOWN);

		expect(error?.message).toContain('The task was not found');
		expect(error?.description).toContain('Check the request ID');
		expect(tookMs).toBeLessThan(6_000);
	});

	it('a service that cannot be reached, within a few seconds', async () => {
		const { error, tookMs } = await stop(UNKNOWN, { baseUrl: 'http://127.0.0.1:9' });

		expect(error?.message).toContain("couldn't be reached (connection refused)");
		expect(tookMs).toBeLessThan(6_000);
	});
});

it("a task that can't be found for a moment is still stopped", async () => {
	service.emulator.plan({ runningMs: 600_000, queuingMs: 600_000, notFoundMs: 3_000 });
	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' }),
	});
	service.emulator.addFault({ on: 'cancel', effect: { type: 'refuse', code: 30009 }, times: 2 });

	const { error } = await stop(String(outputs[0]?.[0]?.json.request_id));

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()[0]?.status).toBe('Canceled');
});

it('a task whose status allows no stop is reported with its status', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 600_000 });
	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' }),
	});
	await service.time.sleep(5_000);

	const { error } = await stop(String(outputs[0]?.[0]?.json.request_id));

	expect(error?.message).toContain('(last status: Preparing)');
	expect(error?.description).toMatch(/Task: Get Status.* You may be charged\.$/);
});
