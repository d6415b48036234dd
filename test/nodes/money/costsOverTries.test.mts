import type { IDataObject } from 'n8n-workflow';
import type { Fault, TaskPlan } from '../../../emulator/index.mts';
import type { Ended, Execution } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { DENIAL, FREE } from '../moneySentences.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { photo } from '../photo.mts';
import { onTask, PROMPT, runForm, useService } from '../service.mts';

const service = useService({ noInferenceSeconds: false });
const continues = { onError: 'continueRegularOutput' } as const;
const tries = (maxTries: number) => ({ ...continues, retryOnFail: true, maxTries });

const STEPS = '3:KSampler.steps';
/** Billed are 8 seconds. */
const TEN_SECONDS = { queuingMs: 0, preparingMs: 0, runningMs: 10_000 };

const jsonOf = ({ outputs }: Ended, item = 0) => outputs[0]?.[item]?.json ?? {};
const detailsOf = (ended: Ended) => (jsonOf(ended).details ?? {}) as IDataObject;
const idOf = (ended: Ended) => jsonOf(ended).request_id ?? detailsOf(ended).request_id;
const ids = () => service.emulator.tasks().map(({ requestId }) => requestId);

/** What becomes of the task of the first try. */
type First = { readonly plan?: Partial<TaskPlan>; readonly fault?: Fault };
const FAILED: First = { plan: { outcome: 'Failed' } };
const REJECTED = { outputs: 'rejected' } as const;
const RUNNING: First = { plan: { runningMs: 10_000 } };
const UNCONFIRMED: First = { fault: { on: 'create', effect: { type: 'reset', when: 'after' } } };

function expecting({ plan, fault }: First): void {
	service.emulator.plan(plan ?? {}, { times: 1 });
	if (fault) service.emulator.addFault(fault);
}

const MINUTE = 60_000;

/** An expression whose value changes when the first task is created: the wall clock is set then. */
function soon(first: string, later: string): string {
	const { time } = service;
	const clock = () => time.now() + (service.creates() > 0 ? MINUTE : 0);
	jest.spyOn(Date, 'now').mockImplementation(clock);
	return `={{ $now.toMillis() < ${time.now() + MINUTE / 2} ? ${first} : ${later} }}`;
}

/** What the second try is refused for, before it creates anything. */
const REFUSALS = {
	'its text has no value': async () => ({
		parameters: cat({ [PROMPT]: soon('"a cat"', 'undefined') }),
	}),
	'a number is out of range': async () => ({ parameters: cat({ [STEPS]: soon('7', '100000') }) }),
	'its upload fails': async () => {
		const effect = { type: 'answer', status: 400 } as const;
		const items = [{ json: {}, binary: { data: await photo(service) } }];
		service.emulator.addFault({ on: 'put', skip: 1, times: Infinity, effect });
		return { items, parameters: runForm({ '18:LoadImage.image': 'data' }, SIX_SECONDS, 56258) };
	},
} satisfies Record<string, () => Promise<Pick<Execution, 'items' | 'parameters'>>>;
type Why = keyof typeof REFUSALS;

const SIX_SECONDS = { options: { maxWaitMinutes: 0.1 } };
const cat = (values: Parameters) => runForm({ [PROMPT]: 'a cat', ...values }, SIX_SECONDS);

it.each<[Why, string, First]>([
	['its text has no value', 'failed', FAILED],
	['its text has no value', 'was rejected', { plan: REJECTED }],
	['its text has no value', 'is still running', RUNNING],
	['a number is out of range', 'is still running', RUNNING],
	['its upload fails', 'failed', FAILED],
])(
	'an item whose retry is refused because %s has the task of its first try, which %s',
	async (why, _, first) => {
		expecting(first);

		const ended = await service.run({ ...(await REFUSALS[why]()), settings: tries(2) });

		expect(ids()).toHaveLength(1);
		expect(idOf(ended)).toBe(ids()[0]);
		expect(detailsOf(ended).status).not.toBe('NotCreated');
		expect(JSON.stringify(jsonOf(ended))).not.toContain(DENIAL);
	},
);

it.each<Why>(['its text has no value', 'its upload fails'])(
	'an item whose retry is refused because %s is not said to have no task if the first one is unconfirmed',
	async (why) => {
		expecting(UNCONFIRMED);

		const ended = await service.run({ ...(await REFUSALS[why]()), settings: tries(2) });

		expect(ids()).toHaveLength(1);
		expect(detailsOf(ended).kind).toBeDefined();
		expect(detailsOf(ended).status).not.toBe('NotCreated');
		expect(JSON.stringify(jsonOf(ended))).not.toContain(DENIAL);
	},
);

it('an item whose only try is refused has no task, and is told that it was free', async () => {
	const ended = await service.run({
		parameters: cat({ [PROMPT]: '={{ undefined }}' }),
		settings: tries(2),
	});

	expect(service.creates()).toBe(0);
	expect(detailsOf(ended)).toMatchObject({ kind: 'input', status: 'NotCreated' });
	expect(detailsOf(ended).description).toContain(FREE);
});

describe('the sum above the output has what all tries were billed', () => {
	const run = (items: number, maxTries: number) =>
		service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }, { options: { maxAtATime: 1 } }),
			items: inputItems(items),
			settings: tries(maxTries),
		});
	beforeEach(() => service.emulator.plan(TEN_SECONDS));

	it.each<[string, Partial<TaskPlan>[], number[], number]>([
		['both first results were rejected', [REJECTED, REJECTED], [16, 16], 32],
		['one first result was rejected', [REJECTED, {}], [16, 8], 24],
		['one was rejected twice', [REJECTED, {}, REJECTED], [24, 8], 32],
	])('%s, and so has each item', async (_, plans, billed, seconds) => {
		for (const plan of plans) service.emulator.plan({ ...TEN_SECONDS, ...plan }, { times: 1 });

		const ended = await run(2, 3);

		expect(service.creates()).toBe(seconds / 8);
		expect([0, 1].map((item) => jsonOf(ended, item).billed_seconds)).toEqual(billed);
		expect(ended.hints.join()).toContain(`${seconds} billed seconds`);
	});

	it('no item has a result', async () => {
		service.emulator.plan({ ...TEN_SECONDS, outputs: 'rejected' });

		const ended = await run(2, 3);

		expect(service.creates()).toBe(6);
		expect(detailsOf(ended).billed_seconds).toBe(24);
		expect(ended.hints.join()).toContain('48 billed seconds');
	});
});

it('a task that two items name is summed once by Task: Wait for Completion', async () => {
	service.emulator.plan(TEN_SECONDS);
	const parameters = runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' });
	await service.run({ parameters, items: inputItems(2) });
	const [first, second] = ids();

	const ended = await service.run({
		parameters: onTask('wait', '={{ $json.id }}'),
		items: [first, second, first].map((id) => ({ json: { id: String(id) } })),
		executionId: '2',
	});

	expect(ended.outputs[0]?.map(({ json }) => json.billed_seconds)).toEqual([8, 8, 8]);
	expect(ended.hints.join()).toContain('16 billed seconds');
});
