import { AiApp } from '../../../nodes/AiApp/AiApp.node';
import { shareLimiter } from '../../../nodes/AiApp/memory/sharedLimiter';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { PROMPT, runForm, runModel, useService } from '../service.mts';

const service = useService();
const cat = runForm({ [PROMPT]: 'a cat' });
const busy = (retryAfter: string) =>
	({
		type: 'answer',
		status: 429,
		body: { code: 30040 },
		headers: { 'retry-after': retryAfter },
	}) as const;

function createTimes(): number[] {
	return service.emulator
		.requests()
		.filter(({ operation }) => operation === 'create')
		.map(({ at }) => at);
}

it('a refusal slows the other executions of the account', async () => {
	service.emulator.addFault({ on: 'create', effect: busy('20'), times: 1 });
	const first = service.run({ parameters: cat });
	while (service.creates() === 0) await new Promise((resolve) => setImmediate(resolve));
	await Promise.all([first, service.run({ parameters: cat })]);

	const [refused = 0, ...others] = createTimes();
	expect(Math.min(...others) - refused).toBeGreaterThanOrEqual(20_000);
});

it('a later execution knows of a refusal, and another account does not', async () => {
	service.emulator.addFault({ on: 'create', effect: busy('20'), times: 1 });
	const options = { maxWaitMinutes: 0.1 };
	await service.run({ parameters: { ...cat, options } });
	expect(createTimes()).toHaveLength(1);

	const { error } = await service.run({ parameters: { ...cat, options } });
	expect(error?.message).toContain('No place for the task became free');
	expect(error?.description).toContain(FREE);
	expect(createTimes()).toHaveLength(1);

	const metadataUrl = service.emulator.metaUrl.replace('127.0.0.1', 'localhost');
	const elsewhere = { ...service.credential, metadataUrl };
	await service.run({ parameters: { ...cat, options }, credential: elsewhere });
	expect(createTimes()).toHaveLength(2);
});

describe('the memory of the process', () => {
	it('keeps a limiter that is in use, whatever else is put into it', () => {
		const first = shareLimiter('account');
		shareLimiter('account').release();
		for (let n = 0; n < 10_000; n++) shareLimiter(`other ${n}`).release();

		expect(shareLimiter('account').limiter).toBe(first.limiter);
	});

	it('keeps one that nobody uses, of as many accounts as it has room for', () => {
		const used = shareLimiter('idle');
		used.release();
		const again = shareLimiter('idle');
		expect(again.limiter).toBe(used.limiter);
		again.release();

		for (let n = 0; n < 10_000; n++) shareLimiter(`other ${n}`).release();

		expect(shareLimiter('idle').limiter).not.toBe(used.limiter);
	});
});

it('two copies of the package in one process, as after an update, get along', async () => {
	service.emulator.setLimits({ parallelTasks: 3 });
	let copy = new AiApp();
	jest.isolateModules(() => {
		const fresh = jest.requireActual<{ readonly AiApp: typeof AiApp }>(
			'../../../nodes/AiApp/AiApp.node',
		);
		copy = new fresh.AiApp();
	});
	expect(copy).not.toBeInstanceOf(AiApp);
	const old = Array.from({ length: 5 }, () => service.run({ parameters: cat }));
	await service.time.sleep(1_000);
	jest.spyOn(AiApp.prototype, 'execute').mockImplementation(copy.execute);
	const updated = Array.from({ length: 5 }, () => service.run({ parameters: cat }));

	const ended = await Promise.all([...old, ...updated]);

	expect(ended.map(({ error }) => error)).toEqual(ended.map(() => undefined));
	expect(service.emulator.tasks()).toHaveLength(10);
});

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

describe('Max Tasks at a Time (All Executions)', () => {
	it.each(['poll', 'keepOpen'])('limits tasks in wait mode %s', async (waitMode) => {
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 5_000 });

		const ended = await Promise.all(
			Array.from({ length: 6 }, () => runLimited({ ...cat, waitMode }, 2)),
		);

		expect(ended.map(({ error }) => error)).toEqual(ended.map(() => undefined));
		expect(mostAtOnce()).toBe(2);
	});

	it('limits tasks of models too', async () => {
		const begun = service.time.now();
		service.emulator.plan({ ...LONG, runningMs: 10_000 });
		await Promise.all([runLimited(runModel()), runLimited(runModel()), runLimited(runModel())]);

		expect(service.time.now() - begun).toBeGreaterThan(30_000);
	});

	it('counts no tasks that nobody waits for', async () => {
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

	const { error } = await runLimited({ ...cat, options: { maxWaitMinutes: 0.5 } });

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
		['when Max Wait Time is over', LONG, { options: { maxWaitMinutes: 0.2 } }],
		[
			'when its task was stopped at the deadline',
			LONG,
			{ options: { maxWaitMinutes: 0.2, onTimeout: 'stop' } },
		],
	])('it is free %s', async (_, plan, more) => {
		service.emulator.plan(plan, { times: 1 });
		service.emulator.plan(begin);
		expect((await runLimited({ ...cat, ...more })).error).toBeDefined();
		const begun = service.time.now();

		expect((await runLimited(cat)).error).toBeUndefined();
		expect(service.time.now() - begun).toBeLessThan(10_000);
	});

	it('it is free when the execution was stopped', async () => {
		service.emulator.plan(LONG, { times: 1 });
		await runLimited(cat, 1, { onStart: (stop: () => void) => service.time.after(5_000, stop) });
		const begun = service.time.now();

		await runLimited(cat);
		expect(service.time.now() - begun).toBeLessThan(60_000);
	});

	it('it is free when nothing is known of its create', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' }, times: 1 });
		expect((await runLimited(cat)).error).toBeDefined();

		expect((await runLimited(cat)).error).toBeUndefined();
	});
});

describe('what is stored', () => {
	it.each([null, ' ', '0'])('%p is no limit', async (stored) => {
		service.emulator.plan({ ...LONG, runningMs: 5_000 });
		await Promise.all([runLimited(cat, stored), runLimited(cat, stored)]);

		expect(mostAtOnce()).toBe(2);
	});

	it.each(['two', -1, 1.5, {}])('%p is rejected before anything is paid', async (stored) => {
		const { error } = await runLimited(cat, stored);

		expect(error?.message).toContain(
			"'Max Tasks at a Time (All Executions)' must be a whole number",
		);
		expect(error?.description).toContain(FREE);
		expect(service.creates()).toBe(0);
	});
});

it("25 items in one execution: one task each, in order, and one failure doesn't affect the others", async () => {
	const items = Array.from({ length: 25 }, (_, n) => ({
		json: { prompt: `cat ${n}`, steps: n === 12 ? 500 : 5 },
	}));

	const { outputs } = await service.run({
		parameters: runForm(
			{ [PROMPT]: '={{ $json.prompt }}', '3:KSampler.steps': '={{ $json.steps }}' },
			{ options: { maxAtATime: 20 } },
		),
		items,
		settings: { onError: 'continueRegularOutput' },
	});

	expect(service.creates()).toBe(24);
	const ids = new Map(
		service.emulator.tasks().map((task) => [task.requestId, task.inputValues[PROMPT]]),
	);
	const prompts = outputs[0]?.map(({ json }) => ids.get(String(json.request_id)) ?? json.details);
	expect(prompts).toEqual(
		items.map(({ json }, n) =>
			n === 12 ? expect.objectContaining({ kind: 'input', status: 'NotCreated' }) : json.prompt,
		),
	);
});

it('a refusal slows all items down, and each gets exactly one task', async () => {
	const busy = {
		type: 'answer',
		status: 429,
		body: { code: 30040 },
		headers: { 'retry-after': '9' },
	} as const;
	service.emulator.addFault({ on: 'create', effect: busy, times: 6 });
	const begun = service.time.now();

	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }, { options: { maxAtATime: 10 } }),
		items: Array.from({ length: 12 }, (_, n) => ({ json: { prompt: `cat ${n}` } })),
	});

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()).toHaveLength(12);
	expect(service.creates()).toBe(18);
	const inTheGap = service.emulator
		.requests()
		.filter(
			({ operation, at }) => operation === 'create' && at > begun + 1_000 && at < begun + 9_000,
		);
	expect(inTheGap).toEqual([]);
});

describe('a full service, with Return Immediately', () => {
	const full = { type: 'answer', status: 429, body: { code: 30040, message: 'full' } } as const;

	it.each<[string, Parameters, number]>([
		['five minutes', {}, 5],
		['as long as Max Wait Time says', { maxWaitMinutes: 10 }, 10],
	])('gets retries for %s', async (_, options, minutes) => {
		service.emulator.addFault({ on: 'create', effect: full, times: Infinity });
		const begun = service.time.now();

		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none', options }),
		});

		expect(error?.message).toContain('busy');
		const tookMs = service.time.now() - begun;
		expect(tookMs).toBeGreaterThan((minutes - 1) * 60_000);
		expect(tookMs).toBeLessThanOrEqual(minutes * 60_000);
	});
});
