import type { TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';
import { costOf } from '../../../client/errors/cost';

const service = useService();
/** Tells what a task was billed that was stopped. */
const telling = useService({ noStoppedSeconds: false });
const MINUTE = 60_000;
const LONG: Partial<TaskPlan> = { runningMs: 60 * MINUTE };

function task(at = service) {
	return at.emulator.tasks()[0];
}

describe('at the deadline', () => {
	it('fail: the task keeps running, and the error has its ID and last status', async () => {
		service.emulator.plan(LONG);

		const error = await errorOf(() => createWork(service).run({ maxWaitMs: 5 * MINUTE }));

		expect(error.kind).toBe('timeout');
		expect(error.details).toMatchObject({ requestId: task()?.requestId, status: 'Running' });
		expect(costOf(error)).toBe('unknown');
		expect(task()?.stop).toBeUndefined();
	});

	it('fail: the error knows why the last status check failed', async () => {
		service.emulator.plan(LONG);
		const effect = { type: 'html', status: 502 } as const;
		service.emulator.addFault({ on: 'status', effect, skip: 5, times: Infinity });

		const error = await errorOf(() => createWork(service).run({ maxWaitMs: MINUTE }));

		expect(error.details.lastError?.details.httpStatus).toBe(502);
	});

	it('return: the current status of the task is returned', async () => {
		service.emulator.plan(LONG);

		const end = await createWork(service).run({ maxWaitMs: MINUTE, onTimeout: 'return' });

		expect(end).toMatchObject({
			finished: false,
			result: { requestId: task()?.requestId, task: { status: 'Running' }, outputs: [] },
		});
		expect(task()?.stop).toBeUndefined();
	});

	it('return: the status is returned even if the last status check fails once', async () => {
		service.emulator.plan({ ...LONG, notFoundMs: 0 });
		const effect = { type: 'answer', status: 503 } as const;
		service.time.after(MINUTE - 1, () =>
			service.emulator.addFault({ on: 'status', effect, skip: 1 }),
		);

		const end = await createWork(service).run({ maxWaitMs: MINUTE, onTimeout: 'return' });

		expect(end.result.task.status).toBe('Running');
	});

	it('return: a new task that is not found yet is late, not lost, and is not created again', async () => {
		service.emulator.plan({ notFoundMs: 10_000 });
		const work = createWork(service);
		const run = () => work.run({ maxWaitMs: 1_000, onTimeout: 'return' });

		const error = await errorOf(run);
		await errorOf(run);

		expect(error.kind).toBe('timeout');
		expect(service.requests('create')).toHaveLength(1);
	});

	it.each([
		[
			'a queuing task is canceled',
			service,
			{ queuingMs: 60 * MINUTE },
			'cancel',
			'free',
			undefined,
		],
		['a running task is interrupted', service, LONG, 'interrupt', 'seconds', undefined],
		['its billed seconds are told', telling, LONG, 'interrupt', 'seconds', expect.any(Number)],
	])('stop: %s', async (_, at, plan, by, cost, billedSeconds) => {
		at.emulator.plan(plan);

		const error = await errorOf(() => createWork(at).run({ maxWaitMs: MINUTE, onTimeout: 'stop' }));

		expect(error.kind).toBe('timeout');
		expect(costOf(error)).toBe(cost);
		const { requestId } = task(at) ?? {};
		expect(error.details).toMatchObject({ stoppedBy: 'maxWaitTime', requestId });
		expect(error.details.billedSeconds).toEqual(billedSeconds);
		expect(task(at)?.stop).toMatchObject({ by });
	});

	it("stop, which couldn't be done: a retry attaches to the task", async () => {
		const onTimeout = 'stop';
		service.emulator.plan(LONG);
		const refused = { type: 'answer', status: 409, body: {} } as const;
		service.emulator.addFault({ on: 'interrupt', times: Infinity, effect: refused });
		const work = createWork(service);

		await errorOf(() => work.run({ maxWaitMs: MINUTE, onTimeout }));
		await errorOf(() => work.run({ maxWaitMs: MINUTE, onTimeout }));

		expect(work.entry()).toMatchObject({ tasks: [{ requestId: task()?.requestId }] });
		expect(service.requests('create')).toHaveLength(1);
	});

	describe('stop', () => {
		const stop = { maxWaitMs: MINUTE, onTimeout: 'stop' } as const;

		it('a retry creates no new task in place of one that was queuing, and names the old one', async () => {
			service.emulator.plan({ queuingMs: 60 * MINUTE });
			const work = createWork(service);

			await errorOf(() => work.run(stop));
			await service.time.sleep(1_000);
			const again = await errorOf(() => work.run(stop));

			expect(again.kind).toBe('timeout');
			const { requestId } = task() ?? {};
			expect(again.details).toMatchObject({ requestId, appId: 54663, reason: 'stoppedBefore' });
			expect(service.requests('create')).toHaveLength(1);
		});

		it('the error knows why a second stop was refused, after one that had no effect', async () => {
			service.emulator.plan(LONG);
			const confirmed = { type: 'answer', status: 200, body: { code: 20000, data: {} } } as const;
			const refused = { type: 'answer', status: 409, body: { code: 1, message: 'no' } } as const;
			service.emulator.addFault({ on: 'interrupt', effect: confirmed });
			service.emulator.addFault({ on: 'interrupt', effect: refused, times: Infinity });
			const work = createWork(service);

			const error = await errorOf(() => work.run(stop));

			expect(error.details).toMatchObject({ reason: 'stopRefused', status: 'Running' });
			expect(error.details.stoppedBy).toBeUndefined();
			expect(error.details.lastError?.kind).toBe('conflict');
		});
	});
});

it('a connection is kept open for a minute, although the max wait time is shorter', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 50_000 });

	const { finished } = await createWork(service).run({ isHeld: true, maxWaitMs: 10_000 });

	expect(finished).toBe(true);
	expect(service.requests('status')).toHaveLength(0);
});

it('late outputs are no longer waited for once the execution is stopped', async () => {
	service.emulator.plan({ notFoundMs: 0, ...LONG, runningMs: 0, queuingMs: 0, outputs: 'none' });
	const stop = new AbortController();
	const stoppedAt = service.time.now() + 4_500;
	service.time.after(4_500, () => stop.abort());

	await errorOf(() => createWork(service).run({ signal: stop.signal }));

	expect(service.requests('outputs').length).toBeGreaterThan(0);
	expect(service.time.now()).toBe(stoppedAt);
});

it.each([
	['an invalid key', { status: 401, body: { code: '20052' } }],
	['a task that is not found', { status: 404, body: { code: 30009 } }],
])('the request ID is in the error after %s', async (_, answer) => {
	service.emulator.plan(LONG);
	service.emulator.addFault({
		on: 'status',
		effect: { type: 'answer', ...answer },
		skip: 1,
		times: Infinity,
	});

	const error = await errorOf(() => createWork(service).run());

	expect(error.details).toMatchObject({ requestId: task()?.requestId, appId: 54663 });
});
