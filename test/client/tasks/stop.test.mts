import { AiAppError } from '../../../client/errors/AiAppError';
import { interruptTask } from '../../../client/tasks/stop';
import { readTaskStatus } from '../../../client/api/taskStatus';
import { stopTasks } from '../../../client/tasks/stopTasks';
import { describeStop, type StopEnd } from '../../../client/tasks/stopThenLook';
import type { FaultEffect, TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';
import { createStopping } from './stopping.mts';
import { costOf } from '../../../client/errors/cost';

const service = useService();
const { stopAt, stop } = createStopping(service);
const MINUTE = 60_000;

const UNKNOWN = { runningMs: 2 * MINUTE, unknownStatus: 'Processing' };
const UNFOUND = { notFoundMs: 5_000 };

/** What was sent to stop the task. */
const sent = () =>
	(['cancel', 'interrupt'] as const).filter((on) => service.requests(on).length > 0);

it.each<[string, number, Partial<TaskPlan>, StopEnd['how'], string | undefined, string[]]>([
	['is Queuing', 0, { queuingMs: MINUTE }, 'canceled', 'Queuing', ['cancel']],
	['is Running', 0, { runningMs: MINUTE }, 'interrupted', 'Running', ['interrupt']],
	['is Success', 0, { runningMs: 0 }, 'already_finished', 'Success', []],
	['is Failed', 0, { outcome: 'Failed' }, 'already_finished', 'Failed', []],
	['is unknown', 1_000, UNKNOWN, 'interrupted', 'Processing', ['cancel', 'interrupt']],
	["isn't found yet", 0, { ...UNFOUND, queuingMs: MINUTE }, 'canceled', undefined, ['cancel']],
])('a task whose status %s is stopped within %i ms', async (_, tookMs, plan, how, status, by) => {
	expect(await stopAt(1_000, plan)).toMatchObject({ how, status, tookMs });
	expect(sent()).toEqual(by);
	expect(stop()).toBe(by.at(-1));
});

it.each<[string, Partial<TaskPlan>, string[]]>([
	['Running', { runningMs: MINUTE }, []],
	['unknown', UNKNOWN, ['cancel']],
])('a task whose status is %s goes on with interrupts off', async (_, plan, by) => {
	expect(await stopAt(1_000, plan, false)).toMatchObject({ how: 'still_running' });
	expect(sent()).toEqual(by);
});

it('a task whose status is unknown is canceled once, however often it refuses to be interrupted', async () => {
	const effect = { type: 'refuse', code: 30036 } as const;
	service.emulator.addFault({ on: 'interrupt', effect, times: 3 });

	expect(await stopAt(1_000, UNKNOWN)).toMatchObject({ how: 'interrupted' });
	expect(service.requests('cancel')).toHaveLength(1);
	expect(service.requests('interrupt')).toHaveLength(4);
});

describe('Preparing', () => {
	it('tries to cancel once, checks every second, and interrupts when the task runs', async () => {
		const stopped = await stopAt(0, { preparingMs: 10_000, runningMs: MINUTE });

		expect(stopped).toEqual({ how: 'interrupted', status: 'Running', tookMs: 10_000 });
		expect(service.requests('cancel')).toHaveLength(1);
		expect(service.requests('status')).toHaveLength(11);
	});

	it('is checked for 30 seconds, then reported as still running', async () => {
		const stopped = await stopAt(0, { preparingMs: 2 * MINUTE });

		expect(stopped).toEqual({ how: 'still_running', status: 'Preparing', tookMs: 30_000 });
		expect(stop()).toBeUndefined();
	});

	it('is canceled if the service allows it', async () => {
		const effect: FaultEffect = { type: 'answer', status: 200, body: { code: 20000, data: {} } };
		service.emulator.addFault({ on: 'cancel', effect });

		expect(await stopAt(0, { preparingMs: MINUTE })).toMatchObject({ how: 'canceled' });
	});
});

describe('a failure while stopping', () => {
	it('a service that hangs gets the cancel request anyway, and the stop fails soon', async () => {
		for (const on of ['status', 'cancel', 'interrupt'] as const)
			service.emulator.addFault({ on, effect: { type: 'hang' }, times: Infinity });

		const { how, tookMs } = await stopAt(1_000, { queuingMs: 60 * MINUTE });

		expect(how).toBe('still_running');
		expect(tookMs).toBeLessThanOrEqual(50_000);
		expect(service.requests('cancel')).toHaveLength(1);
	});

	it('the next request waits for the time in Retry-After', async () => {
		const effect = { type: 'answer', status: 429, headers: { 'retry-after': '15' } } as const;
		service.emulator.addFault({ on: 'interrupt', effect });
		const unavailable = { type: 'answer', status: 503 } as const;
		service.emulator.addFault({ on: 'status', effect: unavailable, skip: 1 });

		const { how, tookMs } = await stopAt(1_000, { runningMs: 60 * MINUTE });

		expect({ how, tookMs }).toEqual({ how: 'interrupted', tookMs: 16_000 });
	});

	it('a task whose status cannot be read three times is canceled all the same', async () => {
		const effect = { type: 'answer', status: 503 } as const;
		service.emulator.addFault({ on: 'status', effect, times: Infinity });

		const { how, tookMs } = await stopAt(1_000, { queuingMs: 60 * MINUTE });

		expect({ how, tookMs }).toEqual({ how: 'canceled', tookMs: 2_000 });
	});

	it('a key that is refused twice, but not in a row, is used further on', async () => {
		const effect: FaultEffect = { type: 'answer', status: 401, body: '"Token is invalid"' };
		service.emulator.addFault({ on: 'status', effect, times: 2 });

		const { how, tookMs } = await stopAt(1_000, { runningMs: 60 * MINUTE });

		expect({ how, tookMs }).toEqual({ how: 'interrupted', tookMs: 2_000 });
	});

	it('a task that is not found for some seconds is stopped all the same', async () => {
		const effect = { type: 'refuse', code: 30009 } as const;
		for (const on of ['status', 'cancel', 'interrupt'] as const)
			service.emulator.addFault({ on, effect, times: 8 });

		expect(await stopAt(1_000, { runningMs: 60 * MINUTE })).toMatchObject({ how: 'interrupted' });
	});

	it('a service that refuses everything is not reported as having stopped the task', async () => {
		const effect: FaultEffect = { type: 'answer', status: 401, body: '"Token is invalid"' };
		for (const on of ['status', 'cancel', 'interrupt'] as const)
			service.emulator.addFault({ on, effect, times: Infinity });

		expect(await stopAt(1_000, { runningMs: 60 * MINUTE })).toEqual({
			how: 'still_running',
			status: undefined,
			lastError: expect.objectContaining({ kind: 'credential' }),
			tookMs: 0,
		});
	});
});

const CANCELED = readTaskStatus({ status: 'Canceled' });

it.each([
	[
		{ how: 'canceled', status: 'Queuing', record: CANCELED, cost: 'free' },
		'Task r-1 was removed from the queue before it ran',
	],
	[
		{ how: 'canceled', status: 'Preparing', record: CANCELED, cost: 'unknown' },
		'Task r-1 was canceled',
	],
	[
		{ how: 'interrupted', status: 'Running', record: CANCELED, cost: 'seconds' },
		'Task r-1 was interrupted',
	],
	[
		{ how: 'interrupted', status: 'Running', cost: 'unknown' },
		"The stop of task r-1 was confirmed, but its status couldn't be read",
	],
	[
		{ how: 'already_finished', status: 'Success', cost: undefined },
		'Task r-1 had already finished (Success)',
	],
	[
		{
			how: 'still_running',
			status: 'Running',
			lastError: new AiAppError('busy', 'The service is busy'),
			cost: 'unknown',
		},
		"Task r-1 wasn't stopped and may still be running (last status: Running). The service is busy",
	],
	[
		{ how: 'still_running', status: 'Call "again"', cost: 'unknown' },
		'(last status: "Call \\"again\\"")',
	],
	[{ how: 'still_running', status: undefined, cost: 'unknown' }, '(last status: unknown)'],
] as [StopEnd, string][])('%j is described in a sentence with the request ID', (stopped, words) => {
	expect(describeStop('r-1', stopped)).toContain(words);
});

/** Delays responses about the status, so that the status changes in between. */
function delayStatus(ms: number) {
	const body = { code: 20000, data: { status: 'Queuing' } };
	const effect: FaultEffect = { type: 'answer', status: 200, body };
	service.emulator.addFault({ on: 'status', effect });
	service.emulator.addFault({ on: 'cancel', effect: { type: 'delay', ms } });
}

describe('if the status changes while a task is stopped', () => {
	it.each<[string, boolean, object]>([
		['it became Running between check and cancel: it is interrupted', true, { how: 'interrupted' }],
		[
			'it became Running between check and cancel, interrupts off: it keeps running',
			false,
			{ how: 'still_running', status: 'Running' },
		],
	])('%s', async (_, interrupts, stopped) => {
		delayStatus(3_000);

		const plan = { queuingMs: 2_000, runningMs: MINUTE };
		expect(await stopAt(0, plan, interrupts)).toMatchObject(stopped);
		expect(stop()).toBe(interrupts ? 'interrupt' : undefined);
		expect(service.requests('interrupt')).toHaveLength(interrupts ? 1 : 0);
	});

	it('it finished between check and interrupt: it is reported as finished', async () => {
		service.emulator.addFault({ on: 'interrupt', effect: { type: 'delay', ms: 3_000 } });

		expect(await stopAt(1_000, { runningMs: 2_000 })).toMatchObject({
			how: 'already_finished',
			status: 'Success',
		});
	});

	it('it finished after a cancel that got no answer: it is reported as finished', async () => {
		service.emulator.addFault({ on: 'cancel', effect: { type: 'hang' } });

		expect(await stopAt(0, { queuingMs: 5_000 })).toMatchObject({
			how: 'already_finished',
			status: 'Success',
		});
	});

	it('someone else canceled it in the meantime: it is reported as finished', async () => {
		service.emulator.addFault({ on: 'interrupt', effect: { type: 'delay', ms: 2_000 } });
		service.time.after(1_500, () => {
			const [task] = service.emulator.tasks();
			void service.client.tasks.interrupt(task?.requestId ?? '');
		});

		expect(await stopAt(1_000, { runningMs: MINUTE })).toMatchObject({
			how: 'already_finished',
			status: 'Canceled',
		});
	});
});

async function interrupt(
	plan: Partial<TaskPlan>,
	effect?: FaultEffect,
	times = 1,
	signal?: AbortSignal,
): Promise<void> {
	service.emulator.plan({ notFoundMs: 0, queuingMs: 0, preparingMs: 0, ...plan });
	const { requestId } = await createWork(service).attempt();
	if (effect) service.emulator.addFault({ on: 'interrupt', effect, times });
	const { client, clock } = service;
	await interruptTask({ tasks: client.tasks, clock }, requestId, signal);
}

it('the interrupt of a task is tried once more at the stop of the execution, and not after it', async () => {
	const stop = new AbortController();
	service.time.after(1_200, () => stop.abort());
	const unavailable = { type: 'answer', status: 503 } as const;

	await errorOf(() => interrupt({ runningMs: MINUTE }, unavailable, Infinity, stop.signal));

	const sentAt = service.requests('interrupt').map(({ at }) => at);
	expect(sentAt.map((at) => at - (sentAt[0] ?? 0))).toEqual([0, 750, 1_200]);
});

it('an interrupt that got no answer has worked if the task has ended, although a second is refused', async () => {
	await interrupt({ runningMs: MINUTE }, { type: 'reset', when: 'after' });

	expect(task()?.stop).toMatchObject({ by: 'interrupt' });
	expect(service.requests('interrupt')).toHaveLength(2);
});

it('a task that succeeded in the meantime counts as not interrupted', async () => {
	const error = await errorOf(() => interrupt({ runningMs: 500 }, { type: 'hang' }));

	expect(error.kind).toBe('conflict');
});

it.each([
	['queuing', { queuingMs: MINUTE }],
	['over', { runningMs: 0, outcome: 'Failed' }],
] as const)('a task that is %s is rejected at once', async (_, plan) => {
	const error = await errorOf(() => interrupt(plan));

	expect(error.kind).toBe('conflict');
	expect(service.requests('interrupt')).toHaveLength(1);
	expect(service.requests('status')).toHaveLength(0);
});

const LONG: Partial<TaskPlan> = { runningMs: 60 * MINUTE };

function task() {
	return service.emulator.tasks()[0];
}

it('of several tasks of a stopped execution, the error names those that may still run', async () => {
	service.emulator.plan({ notFoundMs: 0, queuingMs: 0, preparingMs: 0, ...LONG });
	const { client, clock } = service;
	const { requestId } = await createWork(service).attempt();
	const other = await createWork(service).attempt();
	const effect = { type: 'refuse', code: 30036 } as const;
	service.emulator.addFault({ on: 'interrupt', requestId, times: Infinity, effect });
	const ports = { tasks: client.tasks, clock, progress: { note: () => undefined } };
	const tasks = [requestId, other.requestId];

	const error = await stopTasks(
		ports,
		tasks.map((id) => ({ requestId: id })),
	);

	expect(error.details).toMatchObject({ reason: 'severalTasks', runningIds: [requestId] });
});

describe('an execution that is stopped', () => {
	async function stopAfter(ms: number, plan: Partial<TaskPlan>) {
		service.emulator.plan(plan);
		const stop = new AbortController();
		let stoppedAt = 0;
		service.time.after(ms, () => {
			stoppedAt = service.time.now();
			stop.abort();
		});
		const work = createWork(service);
		const error = await errorOf(() => work.run({ signal: stop.signal }));
		return { error, notes: work.notes, afterMs: (task()?.stop?.at ?? NaN) - stoppedAt };
	}

	const FREE = 'free';
	const PAID = 'seconds';
	const QUEUING = { queuingMs: 60 * MINUTE };

	it.each<[string, Partial<TaskPlan>, number, string, string, number, number]>([
		['in Queuing, it is canceled at once, free of charge', QUEUING, 0, 'cancel', FREE, 0, 0],
		['in Running, it is interrupted at once', LONG, 0, 'interrupt', PAID, 0, 0],
		[
			'in Preparing, it is interrupted as soon as it runs',
			{ ...LONG, preparingMs: 15_000 },
			0,
			'interrupt',
			PAID,
			10_001,
			11_999,
		],
		[
			'while it is created, it is canceled as soon as its ID is known',
			QUEUING,
			40_000,
			'cancel',
			FREE,
			0,
			40_000,
		],
	])('stops its task: %s', async (_, plan, createMs, by, cost, least, most) => {
		const effect = { type: 'delay', ms: createMs } as const;
		service.emulator.addFault({ on: 'create', effect });

		const { error, afterMs } = await stopAfter(5_000, plan);

		expect(task()?.stop).toMatchObject({ by });
		expect(afterMs).toBeGreaterThanOrEqual(least);
		expect(afterMs).toBeLessThanOrEqual(most);
		expect(error.kind).toBe('execution_stopped');
		expect(costOf(error)).toBe(cost);
		expect(error.details.requestId).toBe(task()?.requestId);
	});

	it('during a status check: the task is stopped, and its ID is in the message and the ledger', async () => {
		service.emulator.addFault({ on: 'status', effect: { type: 'hang' }, skip: 2 });

		const { error, notes, afterMs } = await stopAfter(10_000, LONG);

		expect(task()?.stop).toMatchObject({ by: 'interrupt' });
		expect(afterMs).toBe(0);
		expect(error.details.requestId).toBe(task()?.requestId);
		expect(notes).toEqual([expect.stringContaining(task()?.requestId ?? 'no task')]);
	});

	it('while it attaches to the task of an earlier attempt: that task is stopped', async () => {
		service.emulator.plan(LONG);
		const work = createWork(service);
		const { requestId } = await work.attempt();
		await service.time.sleep(5_000);
		service.emulator.addFault({ on: 'status', effect: { type: 'hang' } });
		const stop = new AbortController();
		const stoppedAt = service.time.now() + 5_000;
		service.time.after(5_000, () => stop.abort());

		const error = await errorOf(() => work.run({ signal: stop.signal }));

		expect(error).toMatchObject({ kind: 'execution_stopped', details: { requestId } });
		expect(task()?.stop).toEqual({ by: 'interrupt', at: stoppedAt });
	});
});
