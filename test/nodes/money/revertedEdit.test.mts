import { type Ended, retryOf } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { PROMPT, runForm, useService } from '../service.mts';

const service = useService();
const SIX_SECONDS = { options: { maxWaitMinutes: 0.1 } };
const STEPS = '3:KSampler.steps';

const cat = () => runForm({ [PROMPT]: 'a cat' }, SIX_SECONDS);
const dog = (more: Parameters = {}) => runForm({ [PROMPT]: 'a dog', ...more }, SIX_SECONDS);

/** The execution, then "Retry with currently saved workflow" of the latest one for each other version. */
async function versions([first, ...others]: readonly Parameters[]): Promise<Ended> {
	let ended = await service.run({ parameters: first ?? {} });
	for (const [n, parameters] of others.entries()) {
		const settings = { onError: 'continueRegularOutput' } as const;
		const earlier = retryOf(ended, { parameters, ...settings });
		ended = await service.run({ parameters, settings, earlier, executionId: String(n + 2) });
	}
	return ended;
}

const ids = () => service.emulator.tasks().map(({ requestId }) => requestId);
const jsonOf = ({ outputs }: Ended) => outputs[0]?.[0]?.json as Parameters;

describe('an edit that got no task, and is undone before the next Retry,', () => {
	it('leaves the running task to be continued with: the edited value was invalid', async () => {
		service.emulator.plan({ runningMs: 10_000 }, { times: 1 });

		const ended = await versions([cat(), dog({ [STEPS]: 'many' }), cat()]);

		expect(ids()).toHaveLength(1);
		expect(jsonOf(ended).request_id).toBe(ids()[0]);
	});

	it('leaves the running task to be continued with: the account had no balance', async () => {
		service.emulator.plan({ runningMs: 10_000 }, { times: 1 });
		service.emulator.addFault({ on: 'create', skip: 1, effect: { type: 'refuse', code: 20049 } });

		const ended = await versions([cat(), dog(), cat()]);

		expect(ids()).toHaveLength(1);
		expect(jsonOf(ended).request_id).toBe(ids()[0]);
	});

	it('creates nothing beside an unconfirmed task', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });

		const ended = await versions([cat(), dog({ [STEPS]: 'many' }), cat()]);

		expect(service.creates()).toBe(1);
		expect(jsonOf(ended).details).toMatchObject({ kind: 'unconfirmed' });
	});
});

it.each(['', 'because it succeeded'])(
	'an edit that got a task, and is undone, finds the first task again %s',
	async (how) => {
		service.emulator.plan({ runningMs: 10_000 }, { times: 1 });
		service.emulator.plan({ runningMs: how ? 1_000 : 60 * 60_000 }, { times: 1 });

		const ended = await versions([cat(), dog(), cat()]);

		expect(service.creates()).toBe(2);
		expect(jsonOf(ended)).toMatchObject({ request_id: ids()[0], status: 'Success' });
		if (!how) expect(jsonOf(ended).earlier_request_ids).toEqual([ids()[1]]);
	},
);

it('an edit leaves a task that had ended out of the item of its values', async () => {
	service.emulator.plan({ outputs: 'rejected' }, { times: 1 });

	const ended = await versions([cat(), dog()]);

	expect(jsonOf(ended)).toMatchObject({ request_id: ids()[1], status: 'Success' });
	expect(jsonOf(ended)).not.toHaveProperty('earlier_request_ids');
});

it.each(['poll', 'pause'])(
	'an expression that returns the values of a running task continues with it, although its own task failed: %s',
	async (waitMode) => {
		service.emulator.plan({ runningMs: 30_000 }, { times: 1 });
		service.emulator.plan({ outcome: 'Failed' }, { times: 1 });
		const prompt = '={{ $execution.id === "2" ? "a dog" : "a cat" }}';
		const options = { maxWaitMinutes: waitMode === 'poll' ? 1 : 30 };
		const computed = runForm({ [PROMPT]: prompt }, { options });

		const ended = await versions([cat(), computed, { ...computed, waitMode }]);

		expect(service.creates()).toBe(2);
		expect(jsonOf(ended)).toMatchObject({ request_id: ids()[0], status: 'Success' });
		expect(jsonOf(ended).earlier_request_ids).toEqual([ids()[1]]);
	},
);
