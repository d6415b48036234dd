import { AiAppError } from '../../../client/errors/AiAppError';
import { costOf } from '../../../client/errors/cost';
import { readTaskStatus } from '../../../client/api/taskStatus';
import type { SentTask } from '../../../client/ports';
import { idsWithoutResult, watchAlone, withEarlier } from '../../../client/tasks/course';
import type { FaultEffect, TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

describe('the ledger', () => {
	const service = useService();

	function creates(): number {
		return service.requests('create').length;
	}

	it('the ledger notes that a create is sent, and its request ID as soon as it is known', async () => {
		const seen: unknown[] = [];
		const work = createWork(service);
		const seeds = { '30:Seed (rgthree).seed': 7 };
		service.emulator.addFault({ on: 'create', effect: { type: 'delay', ms: 1_000 } });
		service.time.after(500, () => seen.push(work.entry()));

		const { requestId, attached } = await work.attempt({ seeds });

		expect(seen).toEqual([{ tasks: [{}] }]);
		const createdAt = service.clock.wallNow();
		expect(work.entry()).toEqual({ tasks: [{ requestId, seeds, createdAt }] });
		expect(work.created).toEqual([requestId]);
		expect(attached).toBe(false);
	});

	it('a task counts from when it was first seen to run, also if it was saved after that', async () => {
		const [queuingMs, runningMs] = [60_000, 60_000];
		service.emulator.plan({ queuingMs, preparingMs: 0, runningMs, outcome: 'Failed' });
		const work = createWork(service);
		const body = { code: 20000, message: 'Ok', status: true, data: { status: 'Saving' } };
		service.time.after(90_000, () =>
			service.emulator.addFault({ on: 'status', effect: { type: 'answer', status: 200, body } }),
		);

		await errorOf(() => work.run());

		expect(work.spent.billedSeconds).toBeGreaterThan(40);
		expect(work.spent.billedSeconds).toBeLessThan(75);
	});

	describe('a retry of the same item', () => {
		it.each<[string, number, object, FaultEffect | undefined]>([
			['is queuing', 300, {}, undefined],
			['is running', 2_000, {}, undefined],
			['ended in success', 60_000, {}, undefined],
			["can't be found yet", 1, { notFoundMs: 5_000 }, undefined],
			['was read without a response once', 1_000, {}, { type: 'reset', when: 'before' }],
		])('attaches to a task that %s, and prepares no inputs', async (_, age, plan, effect) => {
			service.emulator.plan(plan);
			const work = createWork(service);
			const first = await work.attempt({ seeds: { seed: 7 } });
			await service.time.sleep(age);
			if (effect) service.emulator.addFault({ on: 'status', effect });
			const makeOrder = jest.fn();

			const second = await work.attempt({ seeds: { seed: 8 }, makeOrder });

			expect(second).toEqual({ requestId: first.requestId, seeds: { seed: 7 }, attached: true });
			expect(makeOrder).not.toHaveBeenCalled();
			expect(creates()).toBe(1);
		});

		it.each([
			['failed', { outcome: 'Failed' }],
			['was canceled', { queuingMs: 60_000 }],
		] as const)('creates a new task when the first one %s', async (how, plan) => {
			service.emulator.plan(plan);
			const work = createWork(service);
			const first = await work.attempt();
			if (how === 'was canceled') await service.client.tasks.cancel(first.requestId);
			await service.time.sleep(10_000);

			const second = await work.attempt();

			expect(second.requestId).not.toBe(first.requestId);
			expect(work.entry()).toMatchObject({
				tasks: [{ requestId: first.requestId }, { requestId: second.requestId }],
			});
			expect(creates()).toBe(2);
		});

		it("creates nothing while the status of the first task can't be read, and names that task", async () => {
			const work = createWork(service);
			const first = await work.attempt();
			service.emulator.addFault({
				on: 'status',
				effect: { type: 'answer', status: 503 },
				times: Infinity,
			});

			const error = await errorOf(() => work.attempt());

			expect(error).toMatchObject({
				kind: 'service_error',
				details: { requestId: first.requestId },
			});
			expect(work.entry()).toMatchObject({ tasks: [{ requestId: first.requestId }] });
			expect(creates()).toBe(1);
		});
	});

	/** A task that the service can no longer find. */
	async function forgotten() {
		const work = createWork(service);
		const { requestId } = await work.attempt();
		service.emulator.addFault({
			on: 'status',
			effect: { type: 'refuse', code: 30009 },
			times: Infinity,
		});
		return { work, requestId };
	}

	it('the message has the request ID and what to do, and no second task is created', async () => {
		const { work, requestId } = await forgotten();

		for (let n = 0; n < 3; n++) {
			const error = await errorOf(() => work.run());

			expect(error.kind).toBe('task_not_found');
			expect(error.details).toMatchObject({ reason: 'lostTask', requestId });
			expect(costOf(error)).toBe('unknown');
		}
		expect(service.requests('create')).toHaveLength(1);
		expect(work.entry()).toMatchObject({ tasks: [{ requestId }] });
	});

	it('a retry attaches to the task once the service finds it again', async () => {
		const { work, requestId } = await forgotten();
		await errorOf(() => work.run());
		service.emulator.clearFaults();

		expect((await work.run()).result.requestId).toBe(requestId);
		expect(service.requests('create')).toHaveLength(1);
	});
});

const FREE: SentTask = { requestId: 'free', status: 'Canceled', cost: 'free' };

const FAILED: SentTask = { requestId: 'lost', status: 'Failed', endedAt: 1, message: 'No memory' };

const LATER: SentTask = { ...FAILED, requestId: 'later', message: 'Out of time' };

const SILENT: SentTask = { ...FAILED, requestId: 'silent', message: undefined };

const REPLACED: SentTask = { requestId: 'replaced', status: 'Running', isReplaced: true };

const UNCONFIRMED: SentTask = {};

const OWN: SentTask = { requestId: 'own' };

describe('an error names the tasks that were sent for its item before', () => {
	const failed = new AiAppError('busy', 'x');

	it.each<[string, SentTask[], string, string | undefined]>([
		['none', [], 'free', undefined],
		['free ones', [FREE], 'free', undefined],
		['a failed one', [FAILED], 'unknown', 'No memory'],
		['a free one and a failed one', [FREE, FAILED], 'unknown', 'No memory'],
		['two failed ones', [FAILED, LATER], 'unknown', 'Out of time'],
		['one that failed for no known reason', [SILENT], 'unknown', 'It ended without a result'],
		['one without an ID', [UNCONFIRMED], 'unknown', undefined],
	])('%s', (_, tasks, cost, reason) => {
		const told = withEarlier(failed, { tasks });

		expect(costOf(told)).toBe(cost);
		expect(told.details.earlierReason).toBe(reason);
		const ids = tasks.flatMap(({ requestId }) => requestId ?? []);
		expect(told.details.earlierIds ?? []).toEqual(ids);
	});

	it.each<[string, SentTask[], object | undefined]>([
		['its own latest one', [REPLACED, FAILED, OWN], { requestId: 'own' }],
		['none for other values', [REPLACED], undefined],
		['one that may not exist, also for other values', [REPLACED, { isReplaced: true }], {}],
		['its own before such a one', [OWN, { isReplaced: true }], { requestId: 'own' }],
	])('and which task it left: %s', (_, tasks, expected) => {
		expect(withEarlier(failed, { tasks }).details.earlierTask).toEqual(expected);
	});

	it.each([
		['the task that it is about', new AiAppError('failed', 'x', { requestId: 'own' }), OWN],
		['its unconfirmed create', new AiAppError('unconfirmed', 'x'), UNCONFIRMED],
	])('and not %s', (_, error, task) => {
		expect(withEarlier(error, { tasks: [task] }).details.earlierIds).toBeUndefined();
	});
});

it('tasks without a result are those that ended without one, and those sent for other values', () => {
	const tasks = [FREE, REPLACED, FAILED, UNCONFIRMED, OWN];
	expect(idsWithoutResult({ tasks })).toEqual(['replaced', 'lost']);
	expect(idsWithoutResult({ tasks: [] })).toEqual([]);
});

describe('the course of a task', () => {
	const status = (word: string) => readTaskStatus({ status: word });

	it('keeps the limit at which it was stopped, although it is stopped again without one', () => {
		const watch = watchAlone({ wallNow: () => 0 });
		watch.stopped('interrupted', 'maxRunTime');
		watch.stopped('interrupted');

		expect(watch.course().stoppedBy).toBe('maxRunTime');
	});

	it.each([
		['Canceled', 'free'],
		['Failed', 'unknown'],
	])(
		'of a task that ended as %s after its cancel in the queue says that it was %s',
		(end, cost) => {
			const watch = watchAlone({ wallNow: () => 0 });
			watch.see(status('Queuing'));
			watch.stopped('canceled');
			watch.see(status(end));

			expect(watch.course().cost).toBe(cost);
		},
	);
});

describe('the result of a task', () => {
	const service = useService();

	async function run(plan: Partial<TaskPlan>) {
		service.emulator.plan(plan);
		return (await createWork(service).run()).result;
	}

	it('a task that succeeds returns its outputs', async () => {
		const result = await run({ outputs: 'good' });

		expect(result).toMatchObject({ appId: 54663, task: { status: 'Success' } });
		expect(result.requestId).toBe(service.emulator.tasks()[0]?.requestId);
		expect(result.outputs).toMatchObject([{ ok: true, mimeType: 'image/png' }]);
		expect(result.outputs[0]?.url).toContain(`${service.emulator.storageUrl}/outputs/`);
	});

	it('a task with some usable outputs succeeds, and the unusable ones are marked', async () => {
		const result = await run({ outputs: 'partial' });

		expect(result.outputs.map(({ ok, rejected }) => ({ ok, rejected }))).toEqual([
			{ ok: true, rejected: false },
			{ ok: false, rejected: true },
		]);
	});

	describe('an empty list of outputs', () => {
		it('is read twice more, because it may lag behind the status', async () => {
			const error = await errorOf(() => run({ outputs: 'none' }));

			expect(error.kind).toBe('empty_output');
			expect(service.requests('outputs')).toHaveLength(3);
		});

		it.each([500, 2_000, 4_000])(
			'is read again until it is filled, %d ms after the end',
			async (outputsLateMs) => {
				expect((await run({ outputs: 'late', outputsLateMs })).outputs).toHaveLength(1);
			},
		);

		it('may also be a 404 for a moment', async () => {
			const effect = { type: 'refuse', code: 30046 } as const;
			service.emulator.addFault({ on: 'outputs', effect, times: 2 });

			expect((await run({})).outputs).toHaveLength(1);
		});

		it('that is never found is reported with the request ID', async () => {
			const effect = { type: 'refuse', code: 30046 } as const;
			service.emulator.addFault({ on: 'outputs', effect, times: Infinity });

			const error = await errorOf(() => run({}));

			const requestId = service.emulator.tasks()[0]?.requestId;
			expect(error).toMatchObject({
				kind: 'task_not_found',
				details: { requestId, status: 'Success' },
			});
			expect(service.requests('outputs')).toHaveLength(3);
		});

		it('of a task with status Canceled is not requested', async () => {
			const canceling = async () => {
				await service.time.sleep(5_000);
				await service.client.tasks.cancel(service.emulator.tasks()[0]?.requestId ?? '');
			};

			await Promise.all([errorOf(() => run({ queuingMs: 60_000 })), canceling()]);

			expect(service.requests('outputs')).toHaveLength(0);
		});
	});

	it("the request ID is in the message if outputs can't be read, and no second task is created", async () => {
		service.emulator.addFault({
			on: 'outputs',
			effect: { type: 'answer', status: 503 },
			times: 4,
		});
		const work = createWork(service);

		const error = await errorOf(() => work.run());
		const { result } = await work.run();

		const requestId = service.emulator.tasks()[0]?.requestId;
		expect(error.details.requestId).toBe(requestId);
		expect(result).toMatchObject({ requestId, outputs: [{ ok: true }] });
		expect(service.requests('create')).toHaveLength(1);
	});
});
