import type { FaultEffect, Operation } from '../../../emulator/index.mts';
import { type Ended, retryOf } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { PROMPT, runForm, useService } from '../service.mts';

const service = useService();

const retries = { retryOnFail: true, maxTries: 3 };
const continues = { onError: 'continueRegularOutput' } as const;

const cat = (values: Parameters = {}, options: Parameters = {}) =>
	runForm({ [PROMPT]: 'a cat', ...values }, { options });
const SHORT = { maxWaitMinutes: 0.1 };
const DRAWN = { '30:Seed (rgthree).seed': '={{ Math.floor(Math.random() * 1e9) }}' };
const stopsAtDeadline = cat({}, { ...SHORT, onTimeout: 'stop' });

const RUNNING = { runningMs: 10_000 };
const LOST: Fault = { on: 'create', effect: { type: 'reset', when: 'after' } };
const NO_OUTPUTS: Fault = {
	on: 'outputs',
	effect: { type: 'answer', status: 401, body: '"Token is invalid"' },
};
const DOWN = { on: 'detail', effect: { type: 'answer', status: 500, body: '' } } as const;

type Fault = { readonly on: Operation; readonly effect: FaultEffect; readonly times?: number };
/** What happens to the first task. */
type First = { readonly plan?: object; readonly fault?: Fault };

function expecting({ plan, fault }: First): void {
	if (plan) service.emulator.plan(plan, { times: 1 });
	if (fault) service.emulator.addFault(fault);
}

function tasks(): unknown[] {
	return service.emulator.tasks().map(({ requestId }) => requestId);
}

function ids({ outputs }: Ended): unknown[] {
	return (outputs[0] ?? []).map(({ json }) => json.request_id);
}

describe('Retry On Fail', () => {
	it.each<[string, Parameters, First, number]>([
		['attaches to a task that is still running', cat({}, SHORT), { plan: RUNNING }, 1],
		['uses the result of a task that finished meanwhile', cat(), { fault: NO_OUTPUTS }, 1],
		['creates a task after one that failed', cat(), { plan: { outcome: 'Failed' } }, 2],
		['creates a task after a rejected one', cat(), { plan: { outputs: 'rejected' } }, 2],
		['creates a task after one without usable output', cat(), { plan: { outputs: 'error' } }, 2],
		['attaches to a task with another random seed', cat(DRAWN, SHORT), { plan: RUNNING }, 1],
		[
			'attaches to a task with a number that was text in another attempt',
			cat({ '3:KSampler.steps': '={{ "7" }}' }, SHORT),
			{ plan: RUNNING, fault: { ...DOWN, times: 3 } },
			1,
		],
	])('%s', async (_, parameters, first, creates) => {
		expecting(first);

		const ended = await service.run({ parameters, settings: retries });

		expect(ended.error).toBeUndefined();
		expect([service.creates(), tasks().length]).toEqual([creates, creates]);
		expect(ids(ended)).toEqual(tasks().slice(-1));
	});

	it('creates no new tasks for successful items after another item failed', async () => {
		expecting({ plan: { outcome: 'Failed' } });
		const items = [1, 2, 3].map((n) => ({ json: { prompt: `cat ${n}` } }));

		const ended = await service.run({
			parameters: cat({ [PROMPT]: '={{ $json.prompt }}' }),
			settings: { ...retries, ...continues },
			items,
		});

		expect(ids(ended).every((id) => typeof id === 'string')).toBe(true);
		expect(tasks()).toHaveLength(4);
	});

	it('creates no task in place of one that was stopped at the deadline', async () => {
		service.emulator.plan({ runningMs: 600_000 });

		const { error } = await service.run({ parameters: stopsAtDeadline, settings: retries });

		expect(tasks()).toHaveLength(1);
		expect(error?.message).toContain('stopped the task after the max wait time');
		expect(error?.message).toContain(tasks()[0]);
	});

	it("creates nothing after an unconfirmed create, although its seed isn't the same", async () => {
		expecting({ fault: LOST });

		const { error } = await service.run({ parameters: cat(DRAWN), settings: retries });

		expect(error?.message).toContain('may already exist');
		expect(service.creates()).toBe(1);
	});

	it('keeps separate tasks for equal items', async () => {
		service.emulator.plan(RUNNING);
		const items = [1, 2, 3].map(() => ({ json: {} }));

		const ended = await service.run({ parameters: cat({}, SHORT), settings: retries, items });

		expect(tasks()).toHaveLength(3);
		expect(new Set(ids(ended)).size).toBe(3);
	});
});

describe('"Retry" in the executions list', () => {
	const GONE = { ...DOWN, times: Infinity };
	const LONG = { runningMs: 600_000 };

	it.each<[string, Parameters, object, Fault | undefined, number]>([
		['attaches to its task', cat({}, SHORT), RUNNING, undefined, 1],
		[
			"attaches to it with another seed and if its app can't be read",
			cat(DRAWN, SHORT),
			RUNNING,
			GONE,
			1,
		],
		['creates a task in place of one that was stopped', stopsAtDeadline, LONG, undefined, 2],
	])('%s', async (_, parameters, plan, fault, creates) => {
		expecting({ plan });
		const failed = await service.run({ parameters });
		expect(failed.error?.message).toContain("didn't finish within 6 seconds");
		if (fault) service.emulator.addFault(fault);

		const earlier = retryOf(failed);
		const retried = await service.run({ parameters, earlier, executionId: '2' });

		expect(retried.error).toBeUndefined();
		expect(service.creates()).toBe(creates);
		expect(ids(retried)).toEqual(tasks().slice(-1));
	});

	it('names its task if the node as a whole fails, and no status says that there is none', async () => {
		expecting({ plan: RUNNING });
		const failed = await service.run({ parameters: cat({}, SHORT) });

		const { outputs } = await service.run({
			parameters: cat({}, SHORT),
			credential: { ...service.credential, baseUrl: 'no URL' },
			earlier: retryOf(failed, { onError: 'continueRegularOutput' }),
			executionId: '2',
		});

		const details = outputs[0]?.[0]?.json.details;
		expect(details).toMatchObject({ kind: 'unreachable', request_id: tasks()[0] });
		expect(details).not.toHaveProperty('status', 'NotCreated');
	});

	it('creates nothing if the first create is unconfirmed', async () => {
		expecting({ fault: LOST });
		const failed = await service.run({ parameters: cat() });

		const retried = await service.run({ parameters: cat(), earlier: retryOf(failed) });

		expect(retried.error?.message).toContain('may already exist');
		expect(service.creates()).toBe(1);
	});

	it('with On Error set to Continue returns the other results, which an unconfirmed item held back', async () => {
		service.emulator.addFault({ ...LOST, skip: 1 });
		const items = [1, 2, 3].map((n) => ({ json: { prompt: `cat ${n}` } }));
		const parameters = cat({ [PROMPT]: '={{ $json.prompt }}' });
		const failed = await service.run({ parameters, items });
		expect(failed.error?.description).toContain("set 'On Error' to 'Continue'");

		const earlier = retryOf(failed, continues);
		const retried = await service.run({ parameters, items, earlier, executionId: '2' });

		expect(service.creates()).toBe(3);
		expect(ids(retried).map((id) => typeof id)).toEqual(['string', 'undefined', 'string']);
		const details = retried.outputs[0]?.[1]?.json.details;
		expect(details).toMatchObject({ kind: 'unconfirmed', status: 'Unconfirmed' });
	});
});

describe('a loop, in which the node runs again in the same execution,', () => {
	it.each<[string, Parameters, First, string | undefined]>([
		['a result', cat(), {}, undefined],
		['a create without a response', cat(), { fault: LOST }, 'unconfirmed'],
		['a task that took too long', cat({}, SHORT), { plan: { runningMs: 60_000 } }, 'timeout'],
	])('creates a task in each turn after %s', async (_, parameters, begin, kind) => {
		expecting(begin);
		const turn = (before?: Ended) =>
			service.run({
				...{ parameters, settings: continues },
				...(before && { earlier: before.run.data }),
			});
		const first = await turn();
		const { details } = first.outputs[0]?.[0]?.json as { details?: { kind: string } };
		expect(details?.kind).toBe(kind);

		const second = await turn(first);
		const third = await turn(second);

		expect(service.creates()).toBe(3);
		expect([...ids(second), ...ids(third)]).toEqual(tasks().slice(1));
		const kept = JSON.stringify(third.run.data.executionData?.contextData);
		expect(kept).toContain(tasks()[2]);
		expect(kept).not.toContain(tasks()[1]);
	});
});

it.each([
	['the app is gone', 'refuse', 20230],
	['the key is refused', 'answer', 401],
] as const)(
	'an item that succeeded in the first try is named if %s in the second',
	async (_, type, code) => {
		const refusal = { type: 'refuse', code: 20250 } as const;
		service.emulator.addFault({ on: 'create', effect: refusal, times: 1, skip: 1 });
		const gone = type === 'refuse' ? { type, code } : { type, status: code, body: '' };
		service.emulator.addFault({ on: 'detail', effect: gone, times: Infinity, skip: 1 });

		const { error } = await service.run({
			parameters: cat(),
			settings: { retryOnFail: true, maxTries: 2 },
			items: [0, 1, 2].map((n) => ({ json: { n } })),
		});

		const sent = service.emulator.tasks().map(({ requestId }) => requestId);
		expect(sent.length).toBeGreaterThan(0);
		for (const requestId of sent) expect(error?.context?.['data']).toContain(requestId);
		expect(error?.description).toContain("'Error details' has each known request ID.");
		expect(error?.description).not.toContain(FREE);
	},
);
