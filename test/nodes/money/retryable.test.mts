import type { Fault, TaskPlan } from '../../../emulator/index.mts';
import type { Parameters } from '../instance.mts';
import { onTask, PROMPT, runForm, runModel, useService } from '../service.mts';

const service = useService();

const goesOn = { onError: 'continueRegularOutput' } as const;
const limits = { options: { maxWaitMinutes: 0.2 } } as unknown as Parameters;
const cat = (more: Parameters = {}) => runForm({ [PROMPT]: 'a cat' }, { ...limits, ...more });

type Trouble = { readonly fault?: Fault; readonly plan?: Partial<TaskPlan> };

const refuse = (code: number): Trouble => ({
	fault: { on: 'create', effect: { type: 'refuse', code }, times: Infinity },
});
const SUCCESS = { status: 'Success' };

async function runOnce(parameters: Parameters) {
	const { outputs } = await service.run({ parameters, settings: goesOn });
	return outputs[0]?.[0]?.json ?? {};
}

function trouble({ fault, plan }: Trouble): void {
	if (fault) service.emulator.addFault(fault);
	if (plan) service.emulator.plan(plan, { times: 1 });
}

/** As a loop does it, which brings failed items back into the node. */
describe.each<[string, Trouble, boolean]>([
	['the service is busy', refuse(30015), true],
	[
		'the app cannot be read',
		{ fault: { on: 'detail', effect: { type: 'html', status: 503 }, times: Infinity } },
		true,
	],
	['the balance is too low', refuse(20049), false],
	['the content is not accepted', refuse(20021), false],
	[
		'the create gets no answer',
		{ fault: { on: 'create', effect: { type: 'reset', when: 'after' } } },
		false,
	],
	['the task fails', { plan: { outcome: 'Failed' } }, false],
	['the task takes too long', { plan: { runningMs: 600_000 } }, false],
	['the task has no outputs', { plan: { outputs: 'none' } }, false],
	[
		'the status cannot be read',
		{ fault: { on: 'status', effect: { type: 'html', status: 503 }, times: Infinity } },
		false,
	],
])('if %s', (_, cause, expected) => {
	it(`retryable is ${expected}`, async () => {
		trouble(cause);

		const { details } = await runOnce(cat());

		expect(details).toMatchObject({ retryable: expected });
	});
});

it('an item that is retryable is paid once, though it is run again as new work', async () => {
	trouble(refuse(30015));
	expect(await runOnce(cat())).toMatchObject({ details: { retryable: true } });
	service.emulator.clearFaults();

	expect(await runOnce(runForm({ [PROMPT]: 'a cat' }))).toMatchObject(SUCCESS);

	expect(service.emulator.tasks()).toHaveLength(1);
});

it('a task that was canceled in the queue may be run again', async () => {
	trouble({ plan: { queuingMs: 600_000 } });
	const parameters = cat({ options: { maxQueueMinutes: 0.1, maxWaitMinutes: 5 } } as never);

	expect(await runOnce(parameters)).toMatchObject({
		details: { kind: 'queue_timeout', retryable: true },
	});
	expect(await runOnce(cat())).toMatchObject(SUCCESS);

	expect(service.emulator.tasks().map(({ billedMs }) => billedMs > 0)).toEqual([false, true]);
});

describe.each<[string, Trouble, boolean]>([
	['no item has a task', refuse(30015), true],
	[
		'an item has one',
		{ fault: { on: 'create', effect: { type: 'refuse', code: 30015 }, skip: 1, times: Infinity } },
		false,
	],
	['the balance is too low', refuse(20049), false],
])('in an error workflow, if %s', (_, cause, expected) => {
	it(`retryable is ${expected}`, async () => {
		trouble(cause);

		const { error } = await service.run({ parameters: cat(), items: [{ json: {} }, { json: {} }] });

		expect(error?.context).toMatchObject({ retryable: expected });
	});
});

it('an operation that creates no task may be run again', async () => {
	trouble({ fault: { on: 'status', effect: { type: 'html', status: 503 }, times: Infinity } });

	expect(await runOnce(onTask('getStatus', 'r-1'))).toMatchObject({
		details: { kind: 'service_error', retryable: true },
	});
});

it('a model has the same field', async () => {
	trouble({ fault: { on: 'model', effect: { type: 'reset', when: 'after' } } });

	expect(await runOnce(runModel())).toMatchObject({
		details: { kind: 'unconfirmed', retryable: false },
	});
});

it('a value that is not valid is not retryable, though it is free', async () => {
	expect(await runOnce(runForm({ [PROMPT]: '' }))).toMatchObject({
		details: { kind: 'input', status: 'NotCreated', retryable: false },
	});
});
