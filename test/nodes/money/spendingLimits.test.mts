import { retryOf } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { PROMPT, runForm, runModel, useService } from '../service.mts';

const service = useService();
const continues = { onError: 'continueRegularOutput' as const };

function cat(options: Parameters = {}, more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, { options, ...more });
}

describe('Max Tasks per Execution', () => {
	it.each(['poll', 'keepOpen', 'none'])(
		'in wait mode %s, further items fail without a task',
		async (waitMode) => {
			const parameters = cat({ maxTasks: 2, maxAtATime: 4 }, { waitMode });

			const { outputs } = await service.run({
				parameters,
				items: inputItems(4),
				settings: continues,
			});

			const failed = outputs[0]?.filter(({ json }) => 'error' in json) ?? [];
			expect(failed).toHaveLength(2);
			expect(failed[0]?.json).toMatchObject({
				error: 'The limit of 2 tasks per execution is reached',
				details: { kind: 'budget', status: 'NotCreated' },
			});
			expect(service.creates()).toBe(2);
		},
	);

	it.each<[string, Parameters, number]>([
		['items', cat({ maxTasks: 2 }), 3],
		['variations', cat({ maxTasks: 2, variations: 3 }), 1],
		['items of a model', runModel({ options: { maxTasks: 2 } }), 3],
		['items that others follow', cat({ maxTasks: 2 }, { waitMode: 'none' }), 5],
	])(
		'if a failure ends the node, nothing is paid for too many %s',
		async (_, parameters, items) => {
			const { error } = await service.run({ parameters, items: inputItems(items) });

			expect(error?.message).toBe(
				`${Math.max(3, items)} tasks would exceed the limit of 2 per execution`,
			);
			expect(error?.description).toContain("set 'On Error' to 'Continue'");
			expect(error?.description).toContain(FREE);
			expect(service.creates()).toBe(0);
		},
	);

	it('takes account of the earlier turns of a loop before it pays for the next', async () => {
		const parameters = cat({ maxTasks: 3 });
		const first = await service.run({ parameters, items: inputItems(2) });
		const earlier = first.run.data;

		const { error } = await service.run({ parameters, items: inputItems(2), earlier });

		expect(error?.message).toContain('4 tasks would exceed the limit of 3 per execution');
		expect(service.creates()).toBe(2);
	});

	it('counts no item that continues with the task of an earlier try', async () => {
		service.emulator.plan({ runningMs: 60 * 60_000 }, { times: 1 });
		const parameters = cat({ maxTasks: 2, maxWaitMinutes: 0.1, maxAtATime: 1 });
		const items = inputItems(4);
		const one = cat({ maxWaitMinutes: 0.1, maxAtATime: 1 });
		const first = await service.run({ parameters: one, items });
		const earlier = retryOf(first, { parameters });

		const { error } = await service.run({ parameters, items, earlier, executionId: '2' });

		expect(error?.message).toContain('3 tasks would exceed the limit of 2 per execution');
		expect(error?.context?.itemIndex).toBe(3);
	});

	it('counts over the turns of a loop', async () => {
		const parameters = cat({ maxTasks: 2 });
		const first = await service.run({ parameters, items: inputItems(2) });
		const second = await service.run({
			parameters,
			items: inputItems(1),
			settings: continues,
			earlier: first.run.data,
		});

		expect(second.outputs[0]?.[0]?.json.details).toMatchObject({ kind: 'budget' });
		expect(service.creates()).toBe(2);
	});

	it('counts over retries of the node', async () => {
		service.emulator.plan({ outcome: 'Failed' });
		const settings = { retryOnFail: true, maxTries: 5 };

		const { error } = await service.run({ parameters: cat({ maxTasks: 3 }), settings });

		expect(error?.message).toContain('limit of 3 tasks');
		expect(service.creates()).toBe(3);
	});

	it('begins anew when the execution is retried from the list', async () => {
		service.emulator.plan({ outcome: 'Failed' });
		const first = await service.run({ parameters: cat({ maxTasks: 1 }) });
		service.emulator.plan({});

		const { error } = await service.run({
			parameters: cat({ maxTasks: 1 }),
			earlier: retryOf(first),
			executionId: '4711',
		});

		expect(error).toBeUndefined();
		expect(service.creates()).toBe(2);
	});
});

describe('Max Billed Seconds', () => {
	it('stops creating once finished tasks add up to it', async () => {
		service.emulator.plan({ runningMs: 5_000 });
		const parameters = cat({ maxBilledSeconds: 6, maxAtATime: 1 });

		const { hints, outputs } = await service.run({
			parameters,
			items: inputItems(5),
			settings: continues,
		});

		expect(service.creates()).toBe(2);
		expect(outputs[0]?.[2]?.json).toMatchObject({
			error: 'The limit of 6 billed seconds per execution is reached',
			details: { kind: 'budget' },
		});
		expect(hints).toEqual([
			expect.stringMatching(/^2 of 5 succeeded \(8 billed seconds\), 3 didn't run/),
		]);
	});

	it('is exceeded at most by the tasks that run at the same time', async () => {
		service.emulator.plan({ runningMs: 5_000 });
		const parameters = cat({ maxBilledSeconds: 4, maxAtATime: 3 });

		const { outputs, hints } = await service.run({
			parameters,
			items: inputItems(9),
			settings: continues,
		});

		expect(hints).toContainEqual(expect.stringMatching(/^More than 'Max Billed Seconds' was used/));
		expect(service.creates()).toBeGreaterThanOrEqual(3);
		expect(service.creates()).toBeLessThanOrEqual(3 + 2);
		expect(outputs[0]?.filter(({ json }) => json.status === 'Success')).toHaveLength(
			service.creates(),
		);
	});
});

describe('Max Queue Time', () => {
	const parameters = cat({ maxQueueMinutes: 2, maxAtATime: 1 });
	beforeEach(() => service.emulator.plan({ queuingMs: 3_600_000 }, { times: 1 }));

	it('takes a task out of the queue, and the other items go on', async () => {
		const { outputs } = await service.run({
			parameters,
			items: inputItems(2),
			settings: continues,
		});

		expect(outputs[0]?.[0]?.json).toMatchObject({
			error: expect.stringContaining('canceled the task after 2 minutes in the queue'),
			details: {
				kind: 'queue_timeout',
				request_id: service.emulator.tasks()[0]?.requestId,
				status: 'Canceled',
				description: expect.stringContaining(FREE),
			},
		});
		expect(outputs[0]?.[1]?.json.status).toBe('Success');
	});
});

function catWith(more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, more);
}

describe('Max Tasks per Hour', () => {
	function runWithin(maxTasksPerHour: unknown, parameters = catWith()) {
		const credential = { ...service.credential, maxTasksPerHour } as typeof service.credential;
		return service.run({ parameters, credential });
	}

	it('counts over all executions of the account, models included', async () => {
		expect((await runWithin(3)).error).toBeUndefined();
		expect((await runWithin(3, catWith({ waitMode: 'none' }))).error).toBeUndefined();
		expect((await runWithin(3, runModel())).error).toBeUndefined();

		const { error } = await runWithin(3);

		expect(error?.message).toBe('The limit of 3 tasks per hour is reached');
		expect(error?.description).toContain("'Max Tasks per Hour'");
		expect(service.emulator.tasks()).toHaveLength(2);
	});

	it('counts the tasks that were created before it was set', async () => {
		await runWithin(0);
		await runWithin('');

		expect((await runWithin(2)).error?.message).toContain('2 tasks per hour');
		expect(service.creates()).toBe(2);
	});

	it('an hour and a minute later there is room again', async () => {
		await runWithin(1);
		await service.time.sleep(60.5 * 60_000);
		expect((await runWithin(1)).error?.message).toContain('1 task per hour');
		await service.time.sleep(1.5 * 60_000);

		expect((await runWithin(1)).error).toBeUndefined();
	});

	it("doesn't count what Max Tasks per Execution refused", async () => {
		await service.run({
			parameters: cat({ maxTasks: 1 }),
			credential: { ...service.credential, maxTasksPerHour: 2 },
			items: inputItems(3),
			settings: continues,
		});

		expect((await runWithin(2)).error).toBeUndefined();
	});

	it('counts an execution that began before its account had any task', async () => {
		const other = { ...service.credential, apiKey: 'of another account' };
		service.emulator.addFault({ on: 'detail', effect: { type: 'delay', ms: 20_000 }, times: 1 });
		const slow = runWithin(1);
		await service.time.sleep(5_000);
		await service.run({ parameters: catWith(), credential: other });
		expect((await runWithin(1)).error).toBeUndefined();

		expect((await slow).error?.message).toContain('1 task per hour');
		expect(service.emulator.tasks()).toHaveLength(1);
	});

	it("doesn't count the tasks of another account", async () => {
		await runWithin(1);
		const credential = {
			...service.credential,
			maxTasksPerHour: 1,
			metadataUrl: service.emulator.apiUrl,
		};

		const { error } = await service.run({ parameters: catWith(), credential });

		expect(error?.message ?? '').not.toContain('per hour');
	});

	it.each(['many', -1, 1.5])('%p is rejected before anything is paid', async (stored) => {
		const { error } = await runWithin(stored);

		expect(error?.message).toContain("'Max Tasks per Hour' must be a whole number");
		expect(service.creates()).toBe(0);
	});
});

const MINUTE = 60_000;

it('Max Billed Seconds per Execution covers items that wait for Max Tasks at a Time (All Executions)', async () => {
	service.emulator.plan({ runningMs: 5_000 });

	await service.run({
		parameters: cat({ maxBilledSeconds: 4, maxAtATime: 4 }),
		credential: { ...service.credential, maxTasksAtATime: 1 },
		items: inputItems(4),
		settings: { onError: 'continueRegularOutput' },
	});

	expect(service.creates()).toBe(1);
});

it('Max Tasks per Hour counts a task that waited for its turn from its creation', async () => {
	service.emulator.plan({ runningMs: 5 * MINUTE });
	const credential = { ...service.credential, maxTasksAtATime: 1, maxTasksPerHour: 2 };
	await service.run({ parameters: cat(), credential, items: inputItems(2) });
	const last = service.emulator.tasks().at(-1)?.createdAt ?? 0;
	service.emulator.plan({});
	await service.time.sleep(last + 58 * MINUTE - service.time.now());

	await service.run({ parameters: cat(), credential });
	const { error } = await service.run({ parameters: cat(), credential });

	expect(error?.message).toBe('The limit of 2 tasks per hour is reached');
});

it('Max Tasks per Hour keeps a task that was created while another one waited for a busy app', async () => {
	const credential = { ...service.credential, maxTasksPerHour: 2 };
	const headers = { 'retry-after': '300' };
	const effect = { type: 'answer', status: 503, body: { code: 30015 }, headers } as const;
	service.emulator.addFault({ on: 'create', effect });
	const startedAt = service.time.now();
	const waiting = service.run({ parameters: cat(), credential });
	await service.time.sleep(2 * MINUTE);
	expect((await service.run({ parameters: runModel(), credential })).error).toBeUndefined();
	expect((await waiting).error).toBeUndefined();
	await service.time.sleep(startedAt + 62 * MINUTE - service.time.now());

	const { error } = await service.run({ parameters: cat(), credential });

	expect(error?.message).toBe('The limit of 2 tasks per hour is reached');
});
