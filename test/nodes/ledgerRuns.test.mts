import { retryOf, type Ended } from './engine.mts';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();

const SEED = '30:Seed (rgthree).seed';
const retries = { retryOnFail: true, maxTries: 3 };
const continues = { onError: 'continueRegularOutput' } as const;
const cat = runForm({ [PROMPT]: 'a cat' });
const shortWait = runForm({ [PROMPT]: 'a cat' }, { limits: { maxWaitMinutes: 0.1 } });

function ids({ outputs }: Ended): unknown[] {
	return (outputs[0] ?? []).map(({ json }) => json.request_id);
}

/** What a loop does: the node runs again in the same execution. */
function nextTurn(turn: Ended, parameters = cat) {
	return service.run({ parameters, settings: continues, earlier: turn.run.data });
}

describe('each turn of a loop creates its own task', () => {
	it('after a turn whose create got no response', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });
		const first = await service.run({ parameters: cat, settings: continues });
		expect(first.outputs[0]?.[0]?.json.details).toMatchObject({ kind: 'unconfirmed' });

		const second = await nextTurn(first);
		const third = await nextTurn(second);

		expect(service.creates()).toBe(3);
		expect(ids(second)).toEqual([service.emulator.tasks()[1]?.requestId]);
		expect(ids(third)).toEqual([service.emulator.tasks()[2]?.requestId]);
	});

	it("after a turn whose task wasn't finished in time", async () => {
		service.emulator.plan({ runningMs: 60_000 }, { times: 1 });
		const first = await service.run({ parameters: shortWait, settings: continues });
		expect(first.outputs[0]?.[0]?.json.details).toMatchObject({ kind: 'timeout' });

		const second = await nextTurn(first, shortWait);

		expect(service.creates()).toBe(2);
		expect(ids(second)).toEqual([service.emulator.tasks()[1]?.requestId]);
	});

	it('and keeps nothing of the previous turn', async () => {
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
