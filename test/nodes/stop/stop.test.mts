import type { TaskPlan } from '../../../emulator/index.mts';
import { retryOf } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { inputItems, LONG, MINUTE_MS } from '../pause/pausedRuns.mts';
import { keepLog } from '../logBook.mts';
import { watchNodeRuns, type NodeRuns } from './nodeRuns.mts';
import { onTask, PROMPT, runForm, useService, runModel } from '../service.mts';

const service = useService();

/**
 * Runs a task with the given plan, stops the execution after some time and returns what remains.
 */
async function stopAfter(
	ms: number,
	plan: Partial<TaskPlan>,
	options: Record<string, boolean> = {},
	at = service,
) {
	at.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 0, ...plan });
	const { time } = at;
	let stoppedAt = 0;
	const { run } = await at.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { options }),
		onStart: (stop) =>
			time.after(ms, () => {
				stoppedAt = time.now();
				stop();
			}),
	});
	await until(
		() =>
			at.emulator.tasks().every(({ status }) => /Success|Failed|Canceled/.test(status)) ||
			time.now() > stoppedAt + 90_000,
		at,
	);
	return { run, stoppedAt, task: at.emulator.tasks()[0] };
}

/** Limited: virtual time continues by itself as long as something is due. */
async function until(condition: () => boolean, at = service): Promise<void> {
	for (let turn = 0; turn < 3_000 && !condition(); turn++) await at.time.sleep(100);
}

const QUEUED = { queuingMs: 60_000 };

const RUNNING = { runningMs: 60_000 };

const PREPARING = { preparingMs: 15_000, ...RUNNING };

it.each<[string, number, Partial<TaskPlan>, string, number, number]>([
	['a queued task is canceled, free of charge', 3_000, QUEUED, 'cancel', 0, 1_000],
	['a running task is interrupted', 3_000, RUNNING, 'interrupt', 0, 1_000],
	['a task that is polled every few seconds is stopped', 26_500, RUNNING, 'interrupt', 0, 100],
	['a preparing task is interrupted once it runs', 3_000, PREPARING, 'interrupt', 10_001, 15_000],
])('%s', async (_, ms, plan, by, least, most) => {
	const { run, task, stoppedAt } = await stopAfter(ms, plan);

	expect(run.status).toBe('canceled');
	expect(task?.stop).toMatchObject({ by });
	expect((task?.stop?.at ?? NaN) - stoppedAt).toBeGreaterThanOrEqual(least);
	expect((task?.stop?.at ?? NaN) - stoppedAt).toBeLessThanOrEqual(most);
});

it.each([
	['a create without its response', 'create', { type: 'delay', ms: 20_000 }, 0, 20_000],
	['an aborted status check', 'status', { type: 'hang' }, 1, 1_000],
] as const)('a queued task is canceled in spite of %s', async (_, on, effect, skip, most) => {
	service.emulator.addFault({ on, effect, skip });

	const { task, stoppedAt } = await stopAfter(5_000, QUEUED);

	expect(task?.stop).toMatchObject({ by: 'cancel' });
	expect((task?.stop?.at ?? Infinity) - stoppedAt).toBeLessThanOrEqual(most);
});

describe('if the service tells what interrupted tasks were billed', () => {
	const telling = useService({ noStoppedSeconds: false });

	it('the log says what a task was billed that was interrupted', async () => {
		const log = keepLog();
		await stopAfter(3_000, RUNNING, {}, telling);
		await telling.time.sleep(5_000);

		expect(log.join()).toMatch(
			/ was interrupted after [\d.]+ billed seconds\. You pay for the time/,
		);
	});

	it('the log says what became of a task that was stopped at Max Wait Time', async () => {
		telling.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 60_000 });
		const log = keepLog();
		await telling.run({ parameters: cat({ onTimeout: 'stop', maxWaitMinutes: 0.1 }) });

		const { requestId } = telling.emulator.tasks()[0] ?? {};
		expect(log.join()).toMatch(
			new RegExp(`Task ${requestId} was interrupted after [\\d.]+ billed seconds\\. You pay`),
		);
	});
});

it('tasks that nobody waits for are canceled, with a line in the log for each', async () => {
	service.emulator.plan({ queuingMs: 60_000 });
	service.emulator.addFault({ on: 'create', effect: { type: 'delay', ms: 20_000 }, skip: 1 });
	const log = keepLog();
	await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none', options: { maxAtATime: 1 } }),
		items: [{ json: {} }, { json: {} }],
		onStart: (stop) => service.time.after(5_000, stop),
	});

	const place = `ran. ${FREE} (execution 1, node Run App)`;
	expect(log.filter((line) => line.includes(place))).toHaveLength(2);
	const created = log.filter((line) => line.includes('AI app task created'));
	expect(created.map((line) => /item \d/.exec(line)?.[0])).toEqual(['item 0', 'item 1']);
});

it('tasks of a pausing node are stopped if its first failure stops the workflow', async () => {
	service.emulator.plan({ queuingMs: 60_000 });
	const effect = { type: 'delay', ms: 5_000 } as const;
	service.emulator.addFault({ on: 'create', effect, skip: 2, times: 2 });
	await service.run({
		parameters: { ...cat({ maxAtATime: 2 }), waitMode: 'pause' },
		items: Array.from({ length: 6 }, () => ({ json: {} })),
		onStart: (stop) => service.time.after(3_000, stop),
	});
	await until(() => service.emulator.tasks().every(({ stop }) => stop !== undefined));

	expect(service.emulator.tasks().map(({ stop }) => stop?.by)).toEqual(Array(4).fill('cancel'));
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

it.each(['none', 'pause', 'poll'])(
	'tasks of an earlier try are stopped if a retry is stopped while it reads the app (wait mode %s)',
	async (waitMode) => {
		service.emulator.plan({ queuingMs: 600_000 });
		const refused = { type: 'answer', status: 400, body: { code: 20001 } } as const;
		service.emulator.addFault({ on: 'create', effect: refused, skip: 2 });
		service.emulator.addFault({ on: 'detail', effect: { type: 'delay', ms: 20_000 }, skip: 1 });
		const limits = { maxAtATime: 3, maxWaitMinutes: 2 };
		const items = [{ json: {} }, { json: {} }, { json: {} }];
		const run = { parameters: { ...cat(limits), waitMode }, items };

		const first = await service.run(run);
		await service.run({
			...run,
			earlier: retryOf(first),
			executionId: '2',
			onStart: (stop) => service.time.after(5_000, stop),
		});

		expect(service.emulator.tasks().map(({ stop }) => stop?.by)).toEqual(['cancel', 'cancel']);
	},
);

const cat = (options = {}) => runForm({ [PROMPT]: 'a cat' }, { options });

const CANCELED = { code: 20000, message: 'Ok', data: { status: 'Canceled' } };

const BY_OPERATOR = { outcome: 'Failed', errorMessage: 'canceled by the operator' } as const;

it.each<[string, Partial<TaskPlan>, object | undefined, string]>([
	['someone else canceled the task', {}, CANCELED, 'The task was cancelled'],
	['the task was canceled after Max Wait Time', QUEUED, undefined, 'was removed from the queue'],
	['the message of the service contains the word', BY_OPERATOR, undefined, 'by the operator'],
])('n8n shows an execution as failed, not as canceled, if %s', async (_, plan, body, message) => {
	service.emulator.plan(plan);
	const effect = { type: 'answer', status: 200, body } as const;
	if (body) service.emulator.addFault({ on: 'status', effect });

	const { run } = await service.run({
		parameters: cat({ maxWaitMinutes: 0.1, onTimeout: 'stop' }),
	});

	expect(run.data.resultData.error?.message).toContain(message);
	expect(run.status).toBe('error');
});

const stop = (requestId: string) => service.run({ parameters: onTask('stop', requestId) });

/** The ID of a task that nobody waits for. */
async function createdTask(plan: Partial<TaskPlan>): Promise<string> {
	service.emulator.plan(plan);
	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' }),
	});
	return String(outputs[0]?.[0]?.json.request_id);
}

it.each([
	['a task that the service does not know', {}, 'task_not_found'],
	['a service that cannot be reached', { baseUrl: 'http://127.0.0.1:9' }, 'unreachable'],
])('Task: Stop gives up on %s within a few seconds', async (_, changed, kind) => {
	const startedAt = service.time.now();

	const { outputs } = await service.run({
		parameters: onTask('stop', '0f0e0d0c-0000-4000-8000-000000000000'),
		credential: { ...service.credential, ...changed },
		settings: { onError: 'continueRegularOutput' },
	});

	expect(outputs[0]?.[0]?.json.details).toMatchObject({ kind });
	expect(service.time.now() - startedAt).toBeLessThan(6_000);
});

it("a task that can't be found for a moment is still stopped", async () => {
	const id = await createdTask({ queuingMs: 600_000, notFoundMs: 3_000 });
	service.emulator.addFault({ on: 'cancel', effect: { type: 'refuse', code: 30009 }, times: 2 });

	const { error } = await stop(id);

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()[0]?.status).toBe('Canceled');
});

describe('at any moment', () => {
	let log: string[] = [];

	let runs: NodeRuns;

	beforeEach(() => {
		log = keepLog();
		runs = watchNodeRuns();
	});

	const options = { maxAtATime: 2 };

	function run(waitMode: string): Parameters {
		return runForm({ [PROMPT]: 'a cat' }, { waitMode, options });
	}

	const EACH_MS = 1_000;

	const CREATE_MS = 2_000;

	/** After so long a create, a pausing node checks whether its tasks are finished. */
	const SLOW_CREATE_MS = 31_000;

	/** Twice through a create and past it. In the middle of a slow one, one moment is like another. */
	function momentsOf(createMs: number): number[] {
		const count = (2 * createMs + 12_000) / EACH_MS;
		const all = Array.from({ length: count }, (_, n) => (n + 0.5) * EACH_MS);
		return all.filter((ms) => {
			const intoCreate = ms % createMs;
			return ms > 2 * createMs || intoCreate < 2_000 || intoCreate > createMs - 2_000;
		});
	}

	/** Each request takes its time, so a stop falls into every one of them, and between them. */
	function makeSlow(createMs: number): void {
		const { emulator } = service;
		emulator.plan({ ...LONG, queuingMs: 4_000, preparingMs: 2_000, callback: { copies: 0 } });
		const delays = { create: createMs, model: CREATE_MS, status: 800, modelStatus: 800 } as const;
		for (const [on, ms] of Object.entries({ ...delays, cancel: 700, interrupt: 700 }))
			emulator.addFault({ on: on as never, times: Infinity, effect: { type: 'delay', ms } });
	}

	const UNCONFIRMED = /didn't confirm whether/;

	const STILL_RUNS = /may still be running|is still running/;

	/** Tasks that neither ended nor are said to run; without a response, no ID can be told. */
	function unnamed(): string[] {
		const { emulator } = service;
		let doubts = log.filter((line) => UNCONFIRMED.test(line)).length;
		const named = log.filter((line) => STILL_RUNS.test(line));
		const running = [...emulator.tasks(), ...emulator.modelTasks()].filter(
			({ status, requestId }) =>
				status !== 'Canceled' && !named.some((line) => line.includes(requestId)),
		);
		return running.flatMap(({ requestId }) => (doubts-- > 0 ? [] : [requestId]));
	}

	it.each([
		['App: Run, Wait for Result', run('poll'), CREATE_MS],
		['App: Run, Keep Connection Open', run('keepOpen'), CREATE_MS],
		['App: Run, Return Immediately', run('none'), CREATE_MS],
		['App: Run, Pause Execution', run('pause'), CREATE_MS],
		['App: Run, Pause Execution after slow creates', run('pause'), SLOW_CREATE_MS],
		['Model: Run, Wait for Result', runModel({ options }), CREATE_MS],
		['Model: Run, Return Immediately', runModel({ waitMode: 'none', options }), CREATE_MS],
	])(
		'%s: whenever it is stopped, no task keeps running unnamed',
		async (_, parameters, createMs) => {
			const { emulator, time } = service;
			const found: Record<number, string[]> = {};
			for (const ms of momentsOf(createMs)) {
				emulator.reset();
				log.splice(0);
				makeSlow(createMs);
				const onStart = (stop: () => void) => time.after(ms, stop);
				const onError = (['stopWorkflow', 'continueRegularOutput'] as const)[
					(ms / EACH_MS - 0.5) % 2
				];
				const execution = { parameters, items: inputItems(3), onStart, settings: { onError } };
				const ended = await service.run(execution as never);
				await runs.ended();
				await time.sleep(MINUTE_MS);
				const names = ended.run.status === 'canceled' ? unnamed() : [];
				if (names.length > 0) found[ms] = names;
			}

			expect(found).toEqual({});
		},
	);
});
