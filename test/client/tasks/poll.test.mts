import { deadlineIn } from '../../../client/resilience/deadline';
import { pollUntilEnd, type PollOptions } from '../../../client/tasks/poll';
import { nextPollDelayMs } from '../../../client/tasks/pollInterval';
import type { FaultEffect } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';
import { createPolling } from './polling.mts';

const service = useService();
const { poll, pauses } = createPolling(service);
const MINUTE = 60_000;

describe('polls until the task is finished', () => {
	it.each([
		['Success', {}],
		['Failed', { outcome: 'Failed' }],
		['Success', { unknownStatus: 'Dreaming' }],
		['Success', { queuingMs: 2 * MINUTE }],
	] as const)('a task with status %s is finished: %j', async (status, plan) => {
		expect(await poll(plan)).toMatchObject({ end: 'terminal', task: { status } });
	});

	it('every 1 to 3 seconds while Queuing', async () => {
		await poll({ queuingMs: 3 * MINUTE });

		const queuing = pauses().filter((_, index) => index < 50);
		expect(Math.min(...queuing)).toBeGreaterThanOrEqual(1_000);
		expect(Math.max(...queuing)).toBeLessThanOrEqual(3_000);
	});

	it('it is polled less often the longer it runs', async () => {
		await poll({ runningMs: 15 * MINUTE });

		expect(service.requests('status').length).toBeLessThan(200);
		expect(Math.max(...pauses())).toBeLessThanOrEqual(10_000);
	});
});

describe('the deadline', () => {
	it.each([1_000, MINUTE])('of %d ms is respected, with a last status check', async (maxWaitMs) => {
		const end = await poll({ notFoundMs: 0, queuingMs: 60 * MINUTE }, { maxWaitMs });

		expect(end).toEqual({
			end: 'deadline',
			last: expect.objectContaining({ status: 'Queuing' }),
		});
		const created = service.emulator.tasks()[0]?.createdAt ?? 0;
		expect(service.requests('status').at(-1)?.at).toBe(created + maxWaitMs);
	});

	it('shows an unknown status in the message', async () => {
		const plan = { unknownStatus: 'Dreaming', runningMs: 60 * MINUTE };

		expect(await poll(plan, { maxWaitMs: MINUTE })).toEqual({
			end: 'deadline',
			last: expect.objectContaining({ status: 'Dreaming' }),
		});
	});

	it('also applies to a task whose status could never be read', async () => {
		service.emulator.addFault({
			on: 'status',
			effect: { type: 'answer', status: 503 },
			times: Infinity,
		});

		const end = await poll({}, { maxWaitMs: MINUTE });

		expect(end).toMatchObject({ end: 'deadline', lastError: { kind: 'service_error' } });
	});
});

it('nothing more is asked about a task once its execution was stopped', async () => {
	const { client, clock } = service;
	let reads = 0;
	const read = () => {
		reads += 1;
		return client.tasks.status('0f0e0d0c-0000-4000-8000-000000000000');
	};
	const signal = AbortSignal.abort();
	const deadline = deadlineIn(clock, MINUTE);

	const end = await pollUntilEnd({ read, signal, startedAt: clock.now(), deadline });

	expect(end).toEqual({ end: 'stopped' });
	expect(reads).toBe(0);
});

describe('a stopped execution', () => {
	it.each([
		['between two status checks', undefined],
		['during a status check', { type: 'hang' }],
		[
			'during a pause after a failure',
			{ type: 'answer', status: 429, headers: { 'retry-after': '60' } },
		],
	] as [string, FaultEffect | undefined][])('stops polling at once %s', async (_, effect) => {
		if (effect) service.emulator.addFault({ on: 'status', effect, skip: 2 });
		const stop = new AbortController();
		let stoppedAt = 0;
		service.time.after(9_000, () => {
			stoppedAt = service.time.now();
			stop.abort();
		});

		const end = await poll({ queuingMs: 10 * MINUTE }, { signal: stop.signal });

		expect(end).toEqual({ end: 'stopped' });
		expect(service.time.now()).toBe(stoppedAt);
	});
});

describe('failed status checks are forgotten after the next successful one', () => {
	it.each([
		['pages with 400', { type: 'html', status: 400 }],
		['403 without a code', { type: 'answer', status: 403, body: { message: 'Blocked' } }],
	] as [string, FaultEffect][])('%s are forgotten', async (_, effect) => {
		service.emulator.addFault({ on: 'status', effect, skip: 1, times: 3 });
		service.emulator.addFault({ on: 'status', effect, skip: 2, times: 3 });

		expect(await poll({ runningMs: 2 * MINUTE })).toMatchObject({ task: { status: 'Success' } });
		expect(service.requests('status').filter(({ fault }) => fault)).toHaveLength(6);
	});

	it('its intervals grow, and start again from the shortest', async () => {
		const effect = { type: 'answer', status: 503 } as const;
		service.emulator.addFault({ on: 'status', effect, times: 4 });
		service.emulator.addFault({ on: 'status', effect, skip: 1, times: 1 });

		await poll({ notFoundMs: 0, runningMs: 2 * MINUTE });

		expect(pauses().slice(0, 4)).toEqual([750, 1_500, 3_000, 6_000]);
		expect(pauses()[5]).toBe(750);
	});

	it('the 404 of a new task is forgotten as well', async () => {
		expect(await poll({ notFoundMs: 20_000 })).toMatchObject({ task: { status: 'Success' } });
	});
});

describe("stops polling when it can't succeed", () => {
	it.each([
		['an invalid key', { status: 401, body: '"Token is invalid"' }, 'credential'],
		['an account that is blocked', { status: 403, body: { code: 30001 } }, 'forbidden'],
	])('it stops for %s', async (_, answer, kind) => {
		service.emulator.addFault({ on: 'status', effect: { type: 'answer', ...answer } });

		expect((await errorOf(() => poll())).kind).toBe(kind);
		expect(service.requests('status')).toHaveLength(1);
	});

	it('it stops after a minute without finding the task', async () => {
		const start = service.time.now();

		const error = await errorOf(() => poll({ notFoundMs: Infinity }));

		expect(error.kind).toBe('task_not_found');
		expect(service.time.now() - start).toBeGreaterThanOrEqual(MINUTE);
		expect(service.time.now() - start).toBeLessThan(2 * MINUTE);
	});
});

describe('a limit of a task that an earlier attempt has seen', () => {
	const HOUR = 60 * MINUTE;

	/** Polls a task that stays in this status, with a limit of ten seconds. */
	async function pollFor(status: string, options: Partial<PollOptions>) {
		const { client, clock } = service;
		const body = { code: 20000, data: { status } };
		const effect = { type: 'answer', status: 200, body } as const;
		service.emulator.clearFaults();
		service.emulator.addFault({ on: 'status', effect, times: Infinity });
		const startedAt = clock.now();
		const deadline = deadlineIn(clock, MINUTE);
		const read = () => client.tasks.status('0f0e0d0c-0000-4000-8000-000000000000');
		const end = await pollUntilEnd({ read, signal: undefined, startedAt, deadline, ...options });
		return { end: end.end, tookMs: clock.now() - startedAt };
	}

	const ago = (ms: number) => service.clock.wallNow() - ms;

	it.each([
		['counts from then', 4_000, 6_000],
		['is reached at the first look if it is over', HOUR, 1_000],
		['counts from now if the clock of the machine was set back since', -HOUR, 10_000],
	])('%s', async (_, ms, tookMs) => {
		const running = await pollFor('Running', {
			...{ course: { runningAt: ago(ms) }, maxRunMs: 10_000 },
		});
		const queuing = await pollFor('Queuing', {
			...{ course: { createdAt: ago(ms) }, maxQueueMs: 10_000 },
		});

		expect(running).toEqual({ end: 'overrun', tookMs });
		expect(queuing).toEqual({ end: 'overdue', tookMs });
	});

	it('no longer ends it in the queue if it had begun', async () => {
		const course = { createdAt: ago(HOUR), begunAt: ago(MINUTE) };

		expect(await pollFor('Queuing', { course, maxQueueMs: 10_000 })).toMatchObject({
			end: 'deadline',
		});
	});

	it('has a task looked at within it before it is seen to run, though its like take longer', async () => {
		await pollFor('Preparing', { maxRunMs: 2_000, knownDelayMs: () => 8_000 });

		expect(Math.max(...pauses())).toBe(2_000);
	});

	it('does not have it polled more often than every second in the queue, however short', async () => {
		await pollFor('Queuing', { maxRunMs: 100 });

		expect(Math.min(...pauses())).toBeGreaterThanOrEqual(1_000);
	});
});

it('looks at a task for the first time as soon as its like end, but within 3 seconds', () => {
	expect(nextPollDelayMs(0, undefined, 100)).toBe(100);
	expect(nextPollDelayMs(0, undefined, 7_000)).toBe(3_000);
	expect(nextPollDelayMs(0, undefined)).toBe(1_000);
});

it('a new task is looked at after 3 seconds, though its like take longer', async () => {
	service.emulator.plan({ runningMs: 20_000 });
	const { requestId } = await createWork(service).attempt();
	const { client, clock } = service;
	const createdAt = service.time.now();

	await pollUntilEnd({
		...{ signal: undefined, startedAt: clock.now(), deadline: deadlineIn(clock, MINUTE) },
		read: () => client.tasks.status(requestId),
		knownDelayMs: () => 8_000,
	});

	expect(service.requests('status')[0]?.at).toBe(createdAt + 3_000);
});
