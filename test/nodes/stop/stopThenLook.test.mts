import type { IDataObject, INode } from 'n8n-workflow';
import type { TaskPlan } from '../../../emulator/index.mts';
import { type Ended, retryOf } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { DENIAL } from '../moneySentences.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { keepLog } from '../logBook.mts';
import { onTask, PROMPT, runForm, useService } from '../service.mts';
import { confirmFalsely } from '../taskRecords.mts';

describe('several tasks', () => {
	const service = useService();

	const HOUR = 60 * 60_000;

	const QUEUED: Partial<TaskPlan> = { queuingMs: HOUR };

	const RUNNING: Partial<TaskPlan> = { queuingMs: 0, preparingMs: 0, runningMs: HOUR };

	const UNKNOWN = '8307183e-5d33-4a0c-9d3a-000000000000';

	const MISTYPED = '§';

	/** The IDs of tasks that nobody waits for, in the order of their plans. */
	async function created(...plans: Partial<TaskPlan>[]): Promise<string[]> {
		for (const plan of plans) service.emulator.plan(plan, { times: 1 });
		await service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none', options: { maxAtATime: 1 } }),
			items: inputItems(plans.length),
		});
		await service.time.sleep(2_000);
		return service.emulator.tasks().map(({ requestId }) => requestId);
	}

	const many = (plan: Partial<TaskPlan>) => created(...Array<Partial<TaskPlan>>(11).fill(plan));

	/** On Error is as n8n sets it: the workflow stops. */
	const byIds = (operation: string, ids: readonly string[]) =>
		service.run({ parameters: onTask(operation, ids.join(', ')), executionId: '2' });

	const byItems = (operation: string, ids: readonly string[]) =>
		service.run({
			parameters: onTask(operation, '={{ $json.request_id }}'),
			items: ids.map((request_id) => ({ json: { request_id } })),
			executionId: '2',
		});

	async function left(): Promise<string[]> {
		await service.time.sleep(60_000);
		const tasks = service.emulator.tasks();
		return tasks.flatMap(({ requestId, stop }) => (stop ? [] : requestId));
	}

	const said = ({ error }: Ended) =>
		`${error?.message} ${error?.description} ${String(error?.context?.data)}`;

	const GIVEN = [
		['in one item', byIds],
		['of many items', byItems],
	] as const;

	it.each([
		['stop', 'in one item', 'mistyped', byIds, MISTYPED, RUNNING],
		['stop', 'of many items', 'mistyped', byItems, MISTYPED, QUEUED],
		['stop', 'of many items', 'unknown', byItems, UNKNOWN, RUNNING],
		['cancel', 'in one item', 'unknown', byIds, UNKNOWN, QUEUED],
		['interrupt', 'in one item', 'unknown', byIds, UNKNOWN, RUNNING],
	] as const)(
		'Task: %s of twelve request IDs %s, the first of which is %s, stops the other eleven and fails',
		async (operation, _how, _what, run, wrong, plan) => {
			const ids = await many(plan);

			const { error } = await run(operation, [wrong, ...ids]);

			expect(await left()).toEqual([]);
			expect(error).toBeDefined();
		},
	);

	describe('the error of several request IDs says what became of each:', () => {
		it.each<[string, string, Partial<TaskPlan>, Partial<TaskPlan>]>([
			['cancel', 'runs', RUNNING, QUEUED],
			['interrupt', 'is queued', QUEUED, RUNNING],
		])('Task: %s where the first one %s', async (operation, _, other, plan) => {
			const ids = await created(other, plan, plan);
			const [first] = ids;

			const ended = await byIds(operation, ids);

			expect(await left()).toEqual([first]);
			for (const id of ids) expect(said(ended)).toContain(id);
		});

		it.each(GIVEN)('Task: Stop, %s, where two of four are unknown', async (_, run) => {
			const [first = '', second = ''] = await created(RUNNING, QUEUED);
			const other = UNKNOWN.replace('8307', '8308');

			const ended = await run('stop', [UNKNOWN, first, other, second]);

			expect(await left()).toEqual([]);
			for (const id of [UNKNOWN, first, other, second]) expect(said(ended)).toContain(id);
		});

		it('Task: Stop names those that may still be running', async () => {
			const ids = await created(RUNNING, RUNNING, RUNNING);
			const effect = { type: 'refuse', code: 20052 } as const;
			for (const requestId of ids.slice(0, 2))
				service.emulator.addFault({ on: 'interrupt', requestId, times: Infinity, effect });

			const ended = await byIds('stop', ids);

			const [first, second, third] = ids;
			expect(await left()).toEqual([first, second]);
			expect(said(ended)).toContain(first);
			expect(said(ended)).toContain('1 of 3 succeeded, 2 failed.');
			expect(said(ended)).toContain(`Not stopped either: ${second}.`);
			expect(said(ended)).toContain(third);
		});

		it("Task: Stop without 'Interrupt Running Tasks' names those that run on as not stopped", async () => {
			const [running = '', queued = ''] = await created(RUNNING, QUEUED);
			const parameters = onTask('stop', `${UNKNOWN}, ${running}, ${queued}`);

			const ended = await service.run({
				parameters: { ...parameters, interruptRunning: false },
				executionId: '2',
			});

			expect(await left()).toEqual([running]);
			expect(said(ended)).toContain(queued);
			expect(said(ended)).toContain(`Not stopped either: ${running}.`);
		});
	});

	it('Task: Stop with On Error set to Continue has an item for each request ID', async () => {
		const ids = await created(RUNNING, RUNNING);

		const { outputs } = await service.run({
			parameters: onTask('stop', [UNKNOWN, ...ids].join(', ')),
			settings: { onError: 'continueRegularOutput' },
			executionId: '2',
		});

		const [failed, ...stopped] = outputs[0]?.map(({ json }) => json) ?? [];
		expect(failed?.details).toMatchObject({ kind: 'task_not_found', request_id: UNKNOWN });
		expect(stopped.map(({ request_id }) => request_id)).toEqual(ids);
		expect(await left()).toEqual([]);
	});
});

describe('one task', () => {
	const service = useService({ noInferenceSeconds: false });

	const continues = { onError: 'continueRegularOutput' } as const;

	const MINUTE = 60_000;

	function cat(options: Parameters, more: Parameters = {}): Parameters {
		return runForm({ [PROMPT]: 'a cat' }, { options, ...more });
	}

	const jsonOf = ({ outputs }: Ended) => outputs[0]?.[0]?.json;

	const detailsOf = (ended: Ended) => (jsonOf(ended)?.details ?? {}) as IDataObject;

	const firstTask = () => service.emulator.tasks()[0];

	/** A task that nobody stops is over after so many ms. */
	const queuing = (queuingMs: number, runningMs: number): Partial<TaskPlan> => ({
		...{ queuingMs, preparingMs: 0, notFoundMs: 0, runningMs },
	});

	const QUEUE_LIMIT = { maxQueueMinutes: 0.5 };

	const WAIT_LIMIT = { maxWaitMinutes: 1, onTimeout: 'stop' };

	const RUN_LIMIT = { maxRunMinutes: 1 };

	describe('a task that succeeds although the service has confirmed that it was stopped', () => {
		it.each<[string, Parameters, 'cancel' | 'interrupt', Partial<TaskPlan>]>([
			['canceled at Max Queue Time', QUEUE_LIMIT, 'cancel', queuing(30_400, 20_000)],
			['canceled at Max Wait Time', WAIT_LIMIT, 'cancel', queuing(60_200, 300)],
			['interrupted at Max Wait Time', WAIT_LIMIT, 'interrupt', queuing(0, 60_800)],
			['interrupted at Max Run Time', RUN_LIMIT, 'interrupt', queuing(0, 60_800)],
		])('is the result of its item, also with Retry On Fail: %s', async (_, limits, call, plan) => {
			service.emulator.plan(plan);
			confirmFalsely(service, call);

			const settings: Partial<INode> = { ...continues, retryOnFail: true, maxTries: 3 };

			const ended = await service.run({ parameters: cat(limits), settings });

			expect(service.creates()).toBe(1);
			expect(jsonOf(ended)).toMatchObject({
				...{ request_id: firstTask()?.requestId, status: 'Success' },
				...{ billed_seconds: expect.any(Number), url: expect.any(String) },
			});
		});
	});

	describe('a task that runs on although the service has confirmed that it was stopped', () => {
		it.each<[string, Parameters]>([
			['Max Wait Time', WAIT_LIMIT],
			['Max Run Time', RUN_LIMIT],
		])('is not called stopped at %s, and "Retry" continues with it', async (_, limits) => {
			service.emulator.plan(queuing(0, 10 * MINUTE), { times: 1 });
			confirmFalsely(service, 'interrupt');
			const parameters = cat(limits);
			const failed = await service.run({ parameters });
			expect(failed.error?.message).not.toMatch(/was (?:stopped|interrupted)/);
			await service.time.sleep(15 * MINUTE);

			const earlier = retryOf(failed);
			const ended = await service.run({ parameters, earlier, executionId: '2' });

			expect(service.creates()).toBe(1);
			expect(jsonOf(ended)).toMatchObject({
				request_id: firstTask()?.requestId,
				status: 'Success',
			});
		});

		it('has its status in the item', async () => {
			service.emulator.plan(queuing(0, 10 * MINUTE));
			confirmFalsely(service, 'interrupt');

			const ended = await service.run({ parameters: cat(WAIT_LIMIT), settings: continues });

			expect(detailsOf(ended)).toMatchObject({ kind: 'timeout', status: 'Running' });
		});

		it('is interrupted where it began just before a cancel that was confirmed', async () => {
			service.emulator.plan(queuing(60_400, 10 * MINUTE));
			confirmFalsely(service, 'cancel');

			const ended = await service.run({ parameters: cat(WAIT_LIMIT), settings: continues });

			expect(firstTask()?.stop?.by).toBe('interrupt');
			expect(detailsOf(ended).description).not.toContain(DENIAL);
		});
	});

	it('a confirmed cancel is not called free if no record says what became of the task', async () => {
		service.emulator.plan(queuing(10 * MINUTE, 1_000));
		const effect = { type: 'answer', status: 500, body: '' } as const;
		service.time.after(59_000, () =>
			service.emulator.addFault({ on: 'status', times: Infinity, effect }),
		);

		const ended = await service.run({ parameters: cat(WAIT_LIMIT), settings: continues });

		expect(firstTask()?.stop?.by).toBe('cancel');
		expect(detailsOf(ended)).toMatchObject({ request_id: firstTask()?.requestId });
		expect(detailsOf(ended).description).not.toContain(DENIAL);
	});

	describe('when the execution is stopped, the log says what became of a task whose stop was confirmed', () => {
		async function stopAt(ms: number, parameters: Parameters, items = 1): Promise<string[]> {
			const log = keepLog();
			await service.run({
				parameters,
				items: inputItems(items),
				onStart: (stop) => service.time.after(ms, stop),
			});
			await service.time.sleep(MINUTE);
			return service.emulator.tasks().map(({ requestId }) => {
				const lines = log.filter((line) => line.includes(requestId) && !line.includes('created'));
				expect(lines).not.toEqual([]);
				return lines.join();
			});
		}

		it('it was canceled and finished all the same', async () => {
			service.emulator.plan(queuing(5_200, 300));
			confirmFalsely(service, 'cancel');

			const [line] = await stopAt(5_000, cat({}));

			expect(line).toContain('Success');
			// What its result costs has nothing to do with the stop.
			expect(line).not.toMatch(/charged/);
		});

		it('several that nobody waits for were canceled and finished all the same', async () => {
			service.emulator.plan(queuing(5_600, 300), { times: 2 });
			service.emulator.plan(queuing(400, 300));
			const effect = { type: 'delay', ms: 5_200 } as const;
			service.emulator.addFault({ on: 'create', skip: 2, effect });
			confirmFalsely(service, 'cancel');

			const lines = await stopAt(5_000, cat({ maxAtATime: 3 }, { waitMode: 'none' }), 3);

			expect(lines).toHaveLength(3);
			for (const line of lines) {
				expect(line).not.toContain(DENIAL);
				expect(line).toContain('Success');
			}
		});

		it('it was interrupted and finished all the same', async () => {
			service.emulator.plan(queuing(0, 5_800));
			confirmFalsely(service, 'interrupt');

			const [line] = await stopAt(5_000, cat({}));

			expect(line).not.toContain('was interrupted');
			expect(line).toContain('Success');
		});

		it('it was canceled and began, so it is interrupted', async () => {
			service.emulator.plan(queuing(5_400, 10 * MINUTE));
			confirmFalsely(service, 'cancel');

			const [line] = await stopAt(5_000, cat({}));

			expect(firstTask()?.stop?.by).toBe('interrupt');
			expect(line).not.toContain(DENIAL);
		});
	});

	describe('an operation says what became of a task whose stop was confirmed', () => {
		async function doTo(operation: string, plan: Partial<TaskPlan>): Promise<IDataObject> {
			service.emulator.plan(plan);
			const created = await service.run({ parameters: cat({}, { waitMode: 'none' }) });
			const requestId = String(jsonOf(created)?.request_id);
			await service.time.sleep(1_000);
			const parameters = onTask(operation, requestId);
			return jsonOf(await service.run({ parameters, settings: continues })) ?? {};
		}

		it.each<[string, 'cancel' | 'interrupt', Partial<TaskPlan>]>([
			['stop', 'cancel', queuing(1_200, 300)],
			['stop', 'interrupt', queuing(0, 1_800)],
			['interrupt', 'interrupt', queuing(0, 1_800)],
		])(
			'Task: %s, whose %s came too late, says that it had finished',
			async (operation, call, plan) => {
				confirmFalsely(service, call);

				expect(await doTo(operation, plan)).toMatchObject({ result: 'already_finished' });
			},
		);

		it.each<[string, 'cancel' | 'interrupt', Partial<TaskPlan>, string]>([
			['cancel', 'cancel', queuing(1_200, 10 * MINUTE), 'canceled'],
			['interrupt', 'interrupt', queuing(0, 10 * MINUTE), 'interrupted'],
			['stop', 'interrupt', queuing(0, 10 * MINUTE), 'interrupted'],
		])(
			'Task: %s, whose %s has no effect, does not say that it did',
			async (operation, call, plan, result) => {
				confirmFalsely(service, call);

				const json = await doTo(operation, plan);

				expect(json.result).not.toBe(result);
				expect(json).not.toMatchObject({ details: { status: 'Canceled' } });
			},
		);

		it('Task: Stop interrupts a task that began in spite of the cancel', async () => {
			confirmFalsely(service, 'cancel');

			expect(await doTo('stop', queuing(1_400, 10 * MINUTE))).toMatchObject({
				result: 'interrupted',
			});
			expect(firstTask()?.stop?.by).toBe('interrupt');
		});
	});
});
