import type { IDataObject } from 'n8n-workflow';
import type { Ended } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { collections, onTask, PROMPT, runForm, useService } from '../service.mts';
import { afterEachAnswer, answerStatus } from '../taskRecords.mts';

const service = useService({ noInferenceSeconds: false, sparseRecords: false });
const continues = { onError: 'continueRegularOutput' } as const;
const twice = { ...continues, retryOnFail: true, maxTries: 2 } as const;

const MINUTE = 60_000;
/** Longer than anybody waits for it. */
const RUNS = { queuingMs: 0, preparingMs: 0, runningMs: 60 * MINUTE };

function cat(limits: Parameters): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, collections({ maxAtATime: 1, ...limits }));
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

describe.each([
	['Max Run Time', MAX_RUN],
	['Max Wait Time', MAX_WAIT],
])('a task that was interrupted at %s', (_, limit) => {
	it.each([
		['has no billed seconds', { status: 'Canceled' }],
		['has 0 billed seconds', { status: 'Canceled', inference_cost_time: 0 }],
		["isn't final yet", { status: 'Running' }],
	])('counts as one that was paid if its record %s', async (_case, data) => {
		service.emulator.plan(RUNS);
		interruptedAs(data);

		const ended = await service.run({
			parameters: cat({ maxTasks: 2, ...limit }),
			items: inputItems(5),
			settings: continues,
		});

		expect(service.creates()).toBe(2);
		expect(detailsOf(ended).billed_seconds).not.toBe(0);
	});
});

describe('Max Billed Seconds counts a task whose seconds are unknown with the time that it was seen running', () => {
	it.each<[string, Parameters, () => void]>([
		['was interrupted at Max Run Time', MAX_RUN, () => interruptedAs({ status: 'Canceled' })],
		['was interrupted at Max Wait Time', MAX_WAIT, () => interruptedAs({ status: 'Canceled' })],
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
		['was interrupted by somebody else', {}, () => endedAs({ status: 'Interrupted' })],
		['failed', {}, () => endedAs({ status: 'Failed' })],
		['succeeded', {}, () => endedAs({ status: 'Success' })],
	])('it %s', async (_, limit, answering) => {
		service.emulator.plan(RUNS);
		answering();

		await service.run({
			parameters: cat({ maxBilledSeconds: 40, ...limit }),
			items: inputItems(5),
			settings: continues,
		});

		expect(service.creates()).toBe(1);
	});
});

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

		expect(detailsOf(await retried()).description).not.toContain("You weren't charged");
	});

	it('is not told that it was free: nobody saw it run, but the record says so', async () => {
		const ran = { executed_at: '2026-01-11 12:43:14', cost_times: { running_cost_time: 400 } };
		answerStatus(service, { status: 'Canceled', inference_cost_time: 0, ...ran });

		expect(detailsOf(await retried()).description).not.toContain("You weren't charged");
	});

	it('is told that it was free if it never left the queue', async () => {
		service.emulator.plan({ queuingMs: 60 * MINUTE });
		afterEachAnswer(service, 'status', (requestId) => {
			void service.run({ parameters: onTask('cancel', requestId), executionId: '2' });
		});

		expect(detailsOf(await retried()).description).toContain("You weren't charged");
	});
});
