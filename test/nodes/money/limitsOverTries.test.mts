import type { IDataObject, INode } from 'n8n-workflow';
import { mockTime, retryOf, type Ended } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { PROMPT, runForm, useService } from '../service.mts';
import { afterEachAnswer } from '../taskRecords.mts';

const service = useService({ noInferenceSeconds: false });
const continues = { onError: 'continueRegularOutput' } as const;

const MINUTE = 60_000;
const RUNS = { queuingMs: 0, preparingMs: 0, runningMs: 60 * MINUTE };
const QUEUES = { queuingMs: 60 * MINUTE };

function cat(limits: Parameters): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, { options: limits });
}

function tries(maxTries: number): Partial<INode> {
	return { ...continues, retryOnFail: true, maxTries };
}

const jsonOf = ({ outputs }: Ended, item = 0) => outputs[0]?.[item]?.json;
const detailsOf = (ended: Ended) => (jsonOf(ended)?.details ?? {}) as IDataObject;
const firstTask = () => service.emulator.tasks()[0];

/** From its creation until it was stopped, or until now. */
function seconds(): number {
	const { createdAt = 0, stop } = firstTask() ?? {};
	return ((stop?.at ?? service.time.now()) - createdAt) / 1000;
}

/** One status check fails so that the try ends. */
function endTry(skip: number): void {
	const effect = { type: 'refuse', code: 30001 } as const;
	service.emulator.addFault({ on: 'status', skip, times: 1, effect });
}

describe('Retry On Fail', () => {
	it('interrupts a task at Max Run Time that is longer than the Max Wait Time of each try', async () => {
		service.emulator.plan(RUNS);

		const parameters = cat({ maxRunMinutes: 100 / 60, maxWaitMinutes: 1.6 });
		const ended = await service.run({ parameters, settings: tries(3) });

		expect(firstTask()?.stop?.by).toBe('interrupt');
		expect(seconds()).toBeLessThan(115);
		expect(detailsOf(ended).kind).toBe('budget');
	});

	it('interrupts a task at Max Run Time although tries were cut short', async () => {
		service.emulator.plan(RUNS);
		afterEachAnswer(service, 'status', () => {
			for (let n = 1; n <= 3; n++) service.time.after(n * 18_000, () => endTry(0));
		});

		await service.run({ parameters: cat({ maxRunMinutes: 1 }), settings: tries(5) });

		expect(firstTask()?.stop?.by).toBe('interrupt');
		expect(seconds()).toBeLessThan(75);
	});

	it('does not count the queue of an earlier try as run time', async () => {
		service.emulator.plan({ queuingMs: 50_000, preparingMs: 0, runningMs: 50_000 });
		endTry(10);

		const ended = await service.run({
			parameters: cat({ maxRunMinutes: 1 }),
			settings: tries(2),
		});

		expect(service.creates()).toBe(1);
		expect(jsonOf(ended)?.status).toBe('Success');
	});

	it('cancels a task at Max Queue Time, counted from its creation', async () => {
		service.emulator.plan(QUEUES);
		endTry(20);

		await service.run({ parameters: cat({ maxQueueMinutes: 1 }), settings: tries(2) });

		expect(firstTask()?.stop?.by).toBe('cancel');
		expect(seconds()).toBeLessThan(70);
	});
});

/** Both processes read what n8n has stored; their monotonic clocks begin at zero. */
async function retryAfter(minutes: number, failed: Ended, parameters: Parameters) {
	expect(failed.error).toBeDefined();
	await service.time.sleep(minutes * MINUTE);
	mockTime(service.time);
	const startedAt = service.time.now();
	const earlier = retryOf(failed, { ...continues, parameters });
	const ended = await service.run({ parameters, earlier, executionId: '2' });
	return { ended, startedAt };
}

describe('"Retry" in the executions list, in another process,', () => {
	const MAX_RUN = cat({ maxRunMinutes: 1.5, maxWaitMinutes: 1 });
	const MAX_QUEUE = cat({ maxQueueMinutes: 2, maxWaitMinutes: 1 });

	it.each<[string, object, Parameters, string]>([
		['interrupts a task that ran for too long while nobody watched', RUNS, MAX_RUN, 'interrupt'],
		[
			'cancels a task that was queued for too long while nobody watched',
			QUEUES,
			MAX_QUEUE,
			'cancel',
		],
	])('%s', async (_, plan, parameters, by) => {
		service.emulator.plan(plan, { times: 1 });
		const failed = await service.run({ parameters });

		const { startedAt } = await retryAfter(5, failed, parameters);

		expect(firstTask()?.stop?.by).toBe(by);
		expect((firstTask()?.stop?.at ?? NaN) - startedAt).toBeLessThan(5_000);
		expect(service.creates()).toBe(1);
	});

	it.each<[string, object, Parameters]>([
		['that ran for too long while nobody watched', { ...RUNS, runningMs: 4 * MINUTE }, MAX_RUN],
		['that was queued for too long while nobody watched', { queuingMs: 4 * MINUTE }, MAX_QUEUE],
		['that began meanwhile', { queuingMs: 4 * MINUTE, runningMs: 2.5 * MINUTE }, MAX_QUEUE],
	])('returns the result of a task %s', async (_, plan, parameters) => {
		service.emulator.plan(plan, { times: 1 });
		const failed = await service.run({ parameters });

		const { ended } = await retryAfter(5, failed, parameters);

		expect(service.creates()).toBe(1);
		expect(jsonOf(ended)).toMatchObject({ request_id: firstTask()?.requestId, status: 'Success' });
	});

	it('interrupts a task when its run time is over, not later', async () => {
		service.emulator.plan(RUNS);
		const parameters = cat({ maxRunMinutes: 3, maxWaitMinutes: 1 });
		const failed = await service.run({ parameters });

		await retryAfter(1, failed, cat({ maxRunMinutes: 3 }));

		expect(firstTask()?.stop?.by).toBe('interrupt');
		expect(seconds()).toBeGreaterThan(170);
		expect(seconds()).toBeLessThan(195);
	});
});

describe('Max Tasks per Execution', () => {
	it.each<[string, object, Parameters]>([
		['canceled at Max Queue Time', QUEUES, { maxQueueMinutes: 0.5 }],
		['canceled at Max Wait Time', QUEUES, { maxWaitMinutes: 0.5, onTimeout: 'stop' }],
		['interrupted at Max Wait Time', RUNS, { maxWaitMinutes: 0.5, onTimeout: 'stop' }],
		['interrupted at Max Run Time', RUNS, { maxRunMinutes: 0.5 }],
		['that failed', { outcome: 'Failed' }, {}],
	])('counts a task %s', async (_, plan, limits) => {
		service.emulator.plan(plan);

		const ended = await service.run({
			parameters: cat({ maxTasks: 2, maxAtATime: 1, ...limits }),
			items: inputItems(3),
			settings: continues,
		});

		expect(service.creates()).toBe(2);
		expect(jsonOf(ended, 2)?.details).toMatchObject({ kind: 'budget', status: 'NotCreated' });
	});

	it('counts a task that was canceled in an earlier try', async () => {
		service.emulator.plan(QUEUES, { times: 2 });

		const ended = await service.run({
			parameters: cat({ maxTasks: 2, maxQueueMinutes: 0.5 }),
			settings: tries(4),
		});

		expect(service.creates()).toBe(2);
		expect(detailsOf(ended).kind).toBe('budget');
	});

	it('counts no task that the service clearly refused', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20094 } });

		const ended = await service.run({
			parameters: cat({ maxTasks: 1, maxAtATime: 1 }),
			items: inputItems(2),
			settings: continues,
		});

		expect(jsonOf(ended, 1)?.status).toBe('Success');
	});

	it('counts a task once that a retry continues with', async () => {
		service.emulator.plan({ runningMs: 10_000 }, { times: 1 });

		const ended = await service.run({
			parameters: cat({ maxTasks: 2, maxAtATime: 1, maxWaitMinutes: 0.1 }),
			items: inputItems(2),
			settings: tries(2),
		});

		expect([0, 1].map((item) => jsonOf(ended, item)?.status)).toEqual(['Success', 'Success']);
		expect(service.creates()).toBe(2);
	});
});
