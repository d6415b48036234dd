import { type Ended, retryOf } from '../engine.mts';
import { PICTURE_APP, PROMPT, runForm, useService } from '../service.mts';

const service = useService();

const retries = { retryOnFail: true, maxTries: 3 };
const cat = runForm({ [PROMPT]: 'a cat' });
const shortWait = runForm({ [PROMPT]: 'a cat' }, { limits: { maxWaitMinutes: 0.1 } });

const stopsAtDeadline = () =>
	runForm({ [PROMPT]: 'a cat' }, { limits: { maxWaitMinutes: 0.1, onTimeout: 'stop' } });

function tasks(): number {
	return service.emulator.tasks().length;
}

function ids({ outputs }: Ended): unknown[] {
	return (outputs[0] ?? []).map(({ json }) => json.request_id);
}

describe('Retry On Fail', () => {
	it('attaches to a task that is still running', async () => {
		service.emulator.plan({ runningMs: 10_000 });

		const ended = await service.run({ parameters: shortWait, settings: retries });

		expect(ended.error).toBeUndefined();
		expect(tasks()).toBe(1);
		expect(ids(ended)).toEqual([service.emulator.tasks()[0]?.requestId]);
	});

	it('uses the result of a task that finished in the meantime', async () => {
		service.emulator.addFault({
			on: 'outputs',
			effect: { type: 'answer', status: 401, body: '"Token is invalid"' },
		});

		const { error } = await service.run({ parameters: cat, settings: retries });

		expect(error).toBeUndefined();
		expect(tasks()).toBe(1);
	});

	it.each([
		['failed', { outcome: 'Failed' }],
		['rejected', { outputs: 'rejected' }],
		['without a usable output', { outputs: 'error' }],
	] as const)('creates a new task after one that %s', async (_, plan) => {
		service.emulator.plan(plan, { times: 1 });

		const { error } = await service.run({ parameters: cat, settings: retries });

		expect(error).toBeUndefined();
		expect(tasks()).toBe(2);
	});

	it('creates no new tasks for successful items after another item failed', async () => {
		service.emulator.plan({ outcome: 'Failed' }, { times: 1 });
		const items = [1, 2, 3].map((n) => ({ json: { prompt: `cat ${n}` } }));

		const ended = await service.run({
			parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }),
			settings: { ...retries, onError: 'continueRegularOutput' },
			items,
		});

		expect(ids(ended).every((id) => typeof id === 'string')).toBe(true);
		expect(tasks()).toBe(4);
	});

	it('creates no task in place of one that was stopped at the deadline', async () => {
		service.emulator.plan({ runningMs: 600_000 });

		const { error } = await service.run({ parameters: stopsAtDeadline(), settings: retries });

		expect(tasks()).toBe(1);
		expect(error?.message).toContain('stopped the task after the max wait time');
		expect(error?.message).toContain(service.emulator.tasks()[0]?.requestId);
	});

	it('keeps separate tasks for equal items', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const items = [1, 2, 3].map(() => ({ json: {} }));

		const ended = await service.run({ parameters: shortWait, settings: retries, items });

		expect(tasks()).toBe(3);
		expect(new Set(ids(ended)).size).toBe(3);
	});
});

describe('"Retry" in the executions list', () => {
	it('attaches to the task of the failed execution', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const failed = await service.run({ parameters: shortWait });
		expect(failed.error?.message).toContain("didn't finish within 6 seconds");

		const retried = await service.run({ parameters: shortWait, earlier: retryOf(failed) });

		expect(retried.error).toBeUndefined();
		expect(tasks()).toBe(1);
	});

	it('creates a task in place of one that was stopped at the deadline', async () => {
		service.emulator.plan({ runningMs: 600_000 }, { times: 1 });
		const failed = await service.run({ parameters: stopsAtDeadline() });

		const earlier = retryOf(failed);
		const retried = await service.run({ parameters: stopsAtDeadline(), earlier, executionId: '2' });

		expect(retried.error).toBeUndefined();
		expect(tasks()).toBe(2);
	});

	it('creates nothing if the first create is unconfirmed', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });
		const failed = await service.run({ parameters: cat });

		const retried = await service.run({ parameters: cat, earlier: retryOf(failed) });

		expect(retried.error?.message).toContain('may already exist');
		expect(service.creates()).toBe(1);
	});
});

it('a loop that repeats an item gets a new task', async () => {
	const first = await service.run({ parameters: cat });
	const second = await service.run({ parameters: cat, earlier: first.run.data });

	expect(tasks()).toBe(2);
	expect(ids(second)).not.toEqual(ids(first));
});

it('a known request ID is in the message', async () => {
	service.emulator.plan({ runningMs: 60_000 });

	const { error } = await service.run({ parameters: shortWait });

	expect(error?.message).toContain(service.emulator.tasks()[0]?.requestId);
	expect(error?.message).toContain('last status: Running');
	expect(service.emulator.tasks()[0]?.appId).toBe(PICTURE_APP);
});

const SEED = '30:Seed (rgthree).seed';
const continues = { onError: 'continueRegularOutput' } as const;

/** What a loop does: the node runs again in the same execution. */
function nextTurn(turn: Ended, parameters = cat) {
	return service.run({ parameters, settings: continues, earlier: turn.run.data });
}

describe('each turn of a loop creates its own task', () => {
	it('it creates one after a turn whose create got no response', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });
		const first = await service.run({ parameters: cat, settings: continues });
		expect(first.outputs[0]?.[0]?.json.details).toMatchObject({ kind: 'unconfirmed' });

		const second = await nextTurn(first);
		const third = await nextTurn(second);

		expect(service.creates()).toBe(3);
		expect(ids(second)).toEqual([service.emulator.tasks()[1]?.requestId]);
		expect(ids(third)).toEqual([service.emulator.tasks()[2]?.requestId]);
	});

	it("it creates one after a turn whose task wasn't finished in time", async () => {
		service.emulator.plan({ runningMs: 60_000 }, { times: 1 });
		const first = await service.run({ parameters: shortWait, settings: continues });
		expect(first.outputs[0]?.[0]?.json.details).toMatchObject({ kind: 'timeout' });

		const second = await nextTurn(first, shortWait);

		expect(service.creates()).toBe(2);
		expect(ids(second)).toEqual([service.emulator.tasks()[1]?.requestId]);
	});

	it('it keeps nothing of the previous turn', async () => {
		const first = await service.run({ parameters: cat, settings: continues });
		const second = await nextTurn(first);

		const kept = JSON.stringify(second.run.data.executionData?.contextData);
		expect(kept).toContain(String(ids(second)[0]));
		expect(kept).not.toContain(String(ids(first)[0]));
	});
});

describe('a seed from an expression', () => {
	const drawn = (more = {}) =>
		runForm({ [PROMPT]: 'a cat', [SEED]: '={{ Math.floor(Math.random() * 1e9) }}' }, more);

	it("doesn't create another task in each attempt", async () => {
		service.emulator.plan({ runningMs: 10_000 });

		const ended = await service.run({
			parameters: drawn({ limits: { maxWaitMinutes: 0.1 } }),
			settings: retries,
		});

		expect(ended.error).toBeUndefined();
		expect(service.creates()).toBe(1);
	});

	it("doesn't hide an unconfirmed create", async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });

		const { error } = await service.run({ parameters: drawn(), settings: retries });

		expect(error?.message).toContain('may already exist');
		expect(service.creates()).toBe(1);
	});

	it("finds the existing task even though the app can't be read", async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const short = drawn({ limits: { maxWaitMinutes: 0.1 } });
		const failed = await service.run({ parameters: short });
		service.emulator.addFault({
			on: 'detail',
			effect: { type: 'answer', status: 500, body: '' },
			times: Infinity,
		});

		const retried = await service.run({ parameters: short, earlier: retryOf(failed) });

		expect(ids(retried)).toEqual([service.emulator.tasks()[0]?.requestId]);
		expect(service.creates()).toBe(1);
	});
});

it('a number that is given as text in one attempt finds the task of the other', async () => {
	service.emulator.plan({ runningMs: 10_000 });
	const steps = { '3:KSampler.steps': '={{ "7" }}' };
	service.emulator.addFault({
		on: 'detail',
		effect: { type: 'answer', status: 500, body: '' },
		times: 3,
	});

	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat', ...steps }, { limits: { maxWaitMinutes: 0.1 } }),
		settings: retries,
	});

	expect(error).toBeUndefined();
	expect(service.creates()).toBe(1);
});
