import type { IDataObject } from 'n8n-workflow';
import { storedFile } from '../binaryStore.mts';
import { retryOf, type Ended } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { DENIAL, FREE, MAY_PAY } from '../moneySentences.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { onTask, PROMPT, runForm, runModel, useService } from '../service.mts';
import { afterEachAnswer, answerStatus, confirmFalsely } from '../taskRecords.mts';

const continues = { onError: 'continueRegularOutput' } as const;

describe('what tasks cost', () => {
	const service = useService();

	const retries = { retryOnFail: true, maxTries: 3 };

	const OUT_OF_MEMORY = { outcome: 'Failed', errorMessage: 'Out of memory' } as const;

	function ids(): string[] {
		return service.emulator.tasks().map(({ requestId }) => requestId);
	}

	function cat(options: Parameters = {}, more: Parameters = {}): Parameters {
		return runForm({ [PROMPT]: 'a cat' }, { options, ...more });
	}

	describe('an item whose earlier try was charged', () => {
		it.each([
			['at a limit', { maxTasks: 1 }, undefined],
			["if the app can't be read", {}, { type: 'refuse', code: 20230 }],
		] as const)('says so %s, with the task and why it failed', async (_, options, effect) => {
			service.emulator.plan(OUT_OF_MEMORY);
			if (effect) service.emulator.addFault({ on: 'detail', skip: 1, times: Infinity, effect });

			const { error } = await service.run({ parameters: cat(options), settings: retries });

			const said = `${error?.message} ${error?.description}`;
			expect(ids()).toHaveLength(1);
			expect(said).toContain(ids()[0]);
			expect(said).toContain('Out of memory');
			expect(said).not.toContain(DENIAL);
			expect(said).not.toContain('No task was created');
		});

		it('has the ID in its details, for Task operations', async () => {
			service.emulator.plan(OUT_OF_MEMORY);

			const { outputs } = await service.run({
				parameters: cat({ maxTasks: 1 }),
				settings: { ...retries, ...continues },
			});

			const { details } = outputs[0]?.[0]?.json ?? {};
			expect(details).toMatchObject({ request_id: ids()[0] });
			expect(details).not.toHaveProperty('status');
		});

		it('names all of its tasks when it succeeds', async () => {
			service.emulator.plan(OUT_OF_MEMORY, { times: 2 });
			service.emulator.plan({});

			const { outputs } = await service.run({ parameters: cat(), settings: retries });

			const [first, second, third] = ids();
			expect(outputs[0]?.[0]?.json).toMatchObject({
				request_id: third,
				earlier_request_ids: [first, second],
			});
		});
	});

	it('an item whose earlier task was canceled before it ran is told that it was free', async () => {
		service.emulator.plan({ queuingMs: 600_000 });
		const options = { maxWaitMinutes: 1, onTimeout: 'stop' };
		const first = await service.run({ parameters: cat(options) });
		service.emulator.addFault({ on: 'detail', effect: { type: 'refuse', code: 20230 } });

		const { error } = await service.run({
			parameters: cat(options),
			earlier: retryOf(first),
			executionId: '2',
		});

		expect(error?.description).toContain(ids()[0]);
		expect(error?.description).toContain(FREE);
	});

	it("a model's earlier task is named as well", async () => {
		service.emulator.plan(OUT_OF_MEMORY);

		const { error } = await service.run({
			parameters: runModel({ options: { maxTasks: 1 } }),
			settings: retries,
		});

		const [id] = service.emulator.modelTasks().map(({ requestId }) => requestId);
		expect(error?.description).toContain(id);
		expect(error?.description).toContain(MAY_PAY);
	});

	it('a try that sends no create counts for no limit', async () => {
		const photo = await storedFile(Buffer.alloc(3_000), 'photo.png', 'image/png');
		const credential = { ...service.credential, maxTasksPerHour: 3 };
		const parameters = runForm({ '18:LoadImage.image': 'data' }, {}, 56258);
		service.emulator.plan(OUT_OF_MEMORY);
		const items = [{ json: {}, binary: { data: photo } }];
		let last = await service.run({ parameters, items, credential });
		const effect = { type: 'answer', status: 400 } as const;
		service.emulator.addFault({ on: 'put', times: Infinity, effect });

		for (const executionId of ['2', '3', '4', '5'])
			last = await service.run({ parameters, credential, earlier: retryOf(last), executionId });

		expect(last.error?.message).not.toContain('limit of 3 tasks per hour');
		expect(last.error?.description).toContain(MAY_PAY);
	});

	it('a finished task whose file is lost keeps its billed seconds', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const effect = { type: 'answer', status: 403 } as const;
		service.emulator.addFault({ on: 'download', times: Infinity, effect });

		const { outputs } = await service.run({
			parameters: cat({}, { downloadFiles: true }),
			settings: continues,
		});

		expect(outputs[0]?.[0]?.json.details).toMatchObject({ kind: 'download', billed_seconds: 8 });
	});

	const twoItems = [{ json: { n: 'a' } }, { json: { n: 'b' } }];

	it('the summary contains what a rejected result cost, beside the finished tasks', async () => {
		service.emulator.plan({ outputs: 'rejected' }, { times: 1 });

		const { hints } = await service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }),
			items: [...twoItems, { json: {} }],
			settings: { onError: 'continueRegularOutput' },
		});

		expect(hints).toEqual([
			'2 of 3 succeeded (2.4 billed seconds), 1 failed (1.2 billed seconds).',
		]);
	});

	describe('a failed item tells of the others', () => {
		it('its details have their tasks, those of models too', async () => {
			service.emulator.addFault({ on: 'model', effect: { type: 'refuse', code: 20049 } });

			const { error } = await service.run({
				parameters: runModel({ waitMode: 'none', options: { maxAtATime: 2 } }),
				items: [...twoItems, ...twoItems],
			});

			expect(error?.description).toMatch(
				/1 of 4 succeeded, .* 'Error details' has each known request ID/,
			);
			expect(error?.context?.data).toBe(service.emulator.modelTasks()[0]?.requestId);
		});

		it('it names none if the operation creates no tasks', async () => {
			const { outputs } = await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }) });
			const known = String(outputs[0]?.[0]?.json.request_id);

			const { error } = await service.run({
				parameters: onTask('getStatus', '={{ $json.id }}'),
				items: [{ json: { id: known } }, { json: { id: '' } }],
			});

			expect(error?.message).toBe("'Request ID' is empty");
			expect(error?.description).not.toContain(known);
		});
	});
});

describe('what tasks cost that tell no seconds', () => {
	const service = useService({ noInferenceSeconds: false, sparseRecords: false });

	const twice = { ...continues, retryOnFail: true, maxTries: 2 } as const;

	const MINUTE = 60_000;

	/** Longer than anybody waits for it. */
	const RUNS = { queuingMs: 0, preparingMs: 0, runningMs: 60 * MINUTE };

	function cat(limits: Parameters): Parameters {
		return runForm({ [PROMPT]: 'a cat' }, { options: { maxAtATime: 1, ...limits } });
	}

	const detailsOf = ({ outputs }: Ended, item = 0) =>
		(outputs[0]?.[item]?.json.details ?? {}) as IDataObject;

	/** The records of interrupted tasks from then on; the specification doesn't show them. */
	function interruptedAs(data: object, times = Infinity): void {
		afterEachAnswer(service, 'interrupt', (requestId) =>
			answerStatus(service, data, { requestId, times }),
		);
	}

	/** The records of tasks that have run for a minute. */
	function endedAs(data: object): void {
		afterEachAnswer(service, 'status', (requestId) =>
			service.time.after(MINUTE, () => answerStatus(service, data, { requestId })),
		);
	}

	const MAX_RUN = { maxRunMinutes: 1 };

	const MAX_WAIT = { maxWaitMinutes: 1, onTimeout: 'stop' };

	it.each<[string, Parameters, string, object]>([
		['Max Run Time', MAX_RUN, 'has no billed seconds', { status: 'Canceled' }],
		['Max Run Time', MAX_RUN, "isn't final yet", { status: 'Running' }],
		[
			'Max Run Time',
			MAX_RUN,
			'says Failed with 0 seconds',
			{ status: 'Failed', inference_cost_time: 0 },
		],
		[
			'Max Wait Time',
			MAX_WAIT,
			'has 0 billed seconds',
			{ status: 'Canceled', inference_cost_time: 0 },
		],
	])(
		'a task that was interrupted at %s counts as one that was paid if its record %s',
		async (_limit, limit, _record, data) => {
			service.emulator.plan(RUNS);
			interruptedAs(data);

			const ended = await service.run({
				parameters: cat({ maxTasks: 1, ...limit }),
				items: inputItems(2),
				settings: continues,
			});

			expect(service.creates()).toBe(1);
			expect(detailsOf(ended).billed_seconds).not.toBe(0);
			expect(ended.outputs[0]?.[0]?.json.error).not.toContain('0 billed seconds');
		},
	);

	describe('Max Billed Seconds counts a task whose seconds are unknown with the time that it was seen running', () => {
		it.each<[string, Parameters, () => void]>([
			['was interrupted at Max Run Time', MAX_RUN, () => interruptedAs({ status: 'Canceled' })],
			[
				'was interrupted, with 0 seconds',
				MAX_RUN,
				() => interruptedAs({ status: 'Canceled', inference_cost_time: 0 }),
			],
			[
				'was interrupted, with a record that is late',
				MAX_RUN,
				() => interruptedAs({ status: 'Running' }, 4),
			],
			// The specification doesn't show the status of an interrupted task.
			...['Failed', 'Terminated'].map((status): [string, Parameters, () => void] => [
				`was interrupted, and is ${status} with 0 seconds`,
				MAX_RUN,
				() => interruptedAs({ status, inference_cost_time: 0 }),
			]),
			['could not be interrupted', MAX_RUN, () => confirmFalsely(service, 'interrupt')],
			['runs on after Max Wait Time', { maxWaitMinutes: 1 }, () => {}],
			['runs on, and is returned', { maxWaitMinutes: 1, onTimeout: 'return' }, () => {}],
			['was interrupted by somebody else', {}, () => endedAs({ status: 'Interrupted' })],
			['failed', {}, () => endedAs({ status: 'Failed' })],
			['succeeded', {}, () => endedAs({ status: 'Success' })],
		])('it %s', async (_, limit, answering) => {
			service.emulator.plan(RUNS);
			answering();

			await service.run({
				parameters: cat({ maxBilledSeconds: 40, ...limit }),
				items: inputItems(2),
				settings: continues,
			});

			expect(service.creates()).toBe(1);
		});
	});

	it.each<[string, Parameters, number, number]>([
		['was held on an open connection', { waitMode: 'keepOpen' }, 20_000, 15],
		['ended before the first look', {}, 1_000, 1],
	])(
		'Max Billed Seconds counts a task that nobody saw running since it was created: it %s',
		async (_, more, runningMs, maxBilledSeconds) => {
			service.emulator.plan({ ...RUNS, runningMs, outcome: 'Failed' });

			await service.run({
				parameters: { ...cat({ maxBilledSeconds }), ...more },
				items: inputItems(5),
				settings: continues,
			});

			expect(service.creates()).toBe(1);
		},
	);

	it.each([
		['says so above the output if Max Billed Seconds counts what was seen to run', 40, 1],
		['says nothing of it without that limit', undefined, 0],
	])('the node %s', async (_, maxBilledSeconds, lines) => {
		service.emulator.plan(RUNS);
		interruptedAs({ status: 'Canceled' });

		const { hints } = await service.run({
			parameters: cat({ ...MAX_RUN, ...(maxBilledSeconds && { maxBilledSeconds }) }),
			settings: continues,
		});

		expect(hints.filter((hint) => hint.includes("doesn't tell the billed seconds"))).toHaveLength(
			lines,
		);
	});

	describe('an item whose task somebody else has stopped, and whose retry gets none,', () => {
		async function retried(): Promise<Ended> {
			const effect = { type: 'refuse', code: 20049 } as const;
			service.emulator.addFault({ on: 'create', skip: 1, effect });
			const ended = await service.run({ parameters: cat({}), settings: twice });
			const [task] = service.emulator.tasks();
			expect(detailsOf(ended)).toMatchObject({ kind: 'balance', request_id: task?.requestId });
			return ended;
		}

		it.each<[string, object]>([
			['without seconds', { status: 'Interrupted' }],
			['with 0 seconds', { status: 'Canceled', inference_cost_time: 0 }],
		])('is not told that it was free: it ran, %s', async (_, data) => {
			service.emulator.plan(RUNS);
			endedAs(data);

			expect(detailsOf(await retried()).description).not.toContain(DENIAL);
		});

		it('is not told that it was free: nobody saw it run, but the record says so', async () => {
			const ran = { executed_at: '2026-01-11 12:43:14', cost_times: { running_cost_time: 400 } };
			answerStatus(service, { status: 'Canceled', inference_cost_time: 0, ...ran });

			expect(detailsOf(await retried()).description).not.toContain(DENIAL);
		});

		it('is not told that it was free: it was seen beyond the queue', async () => {
			answerStatus(service, { status: 'Preparing' }, { times: 1 });
			answerStatus(service, { status: 'Canceled' });

			expect(detailsOf(await retried()).description).not.toContain(DENIAL);
		});

		it('is not told that it was free: nobody knows whether it was in the queue', async () => {
			service.emulator.plan({ queuingMs: 60 * MINUTE });
			afterEachAnswer(service, 'status', (requestId) => {
				void service.run({ parameters: onTask('cancel', requestId), executionId: '2' });
			});

			expect(detailsOf(await retried()).description).not.toContain(DENIAL);
		});
	});
});
