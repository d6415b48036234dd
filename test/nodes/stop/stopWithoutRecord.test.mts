import type { IDataObject } from 'n8n-workflow';
import type { Ended } from '../engine.mts';
import { onTask, PROMPT, runForm, useService } from '../service.mts';
import { afterEachAnswer, confirmFalsely } from '../taskRecords.mts';

const service = useService();
const continues = { onError: 'continueRegularOutput' } as const;
const RUNS = { queuingMs: 0, preparingMs: 0, runningMs: 60 * 60_000 };
const DOWN = { type: 'answer', status: 503, body: '' } as const;

const cat = (limits: object) => runForm({ [PROMPT]: 'a cat' }, { options: limits as never });
const jsonOf = ({ outputs }: Ended) => (outputs[0]?.[0]?.json ?? {}) as IDataObject;
const statusNow = () => service.emulator.tasks()[0]?.status;

/** Of the status checks after a stop that was confirmed and the one at once, so many are answered, and so many aren't. */
function checksFailAfter(stop: 'cancel' | 'interrupt', answered: number, failed: number): void {
	confirmFalsely(service, stop);
	afterEachAnswer(service, stop, (requestId) =>
		service.emulator.addFault({
			on: 'status',
			requestId,
			skip: answered,
			times: failed,
			effect: DOWN,
		}),
	);
}

describe('a stop that the service confirms, and that does not happen,', () => {
	it('is not believed because the last of the status checks fails: Max Queue Time and a retry', async () => {
		service.emulator.plan({ queuingMs: 61_000, preparingMs: 0, runningMs: 90_000 }, { times: 1 });
		checksFailAfter('cancel', 2, 1);

		const settings = { ...continues, retryOnFail: true, maxTries: 2 };
		const ended = await service.run({ parameters: cat({ maxQueueMinutes: 1 }), settings });

		expect(service.emulator.tasks()).toHaveLength(1);
		expect(jsonOf(ended).status).toBe('Success');
	});

	it('is not believed because all but the first status check fail: Max Queue Time and a retry', async () => {
		service.emulator.plan({ queuingMs: 61_000, preparingMs: 0, runningMs: 90_000 }, { times: 1 });
		checksFailAfter('cancel', 0, 3);

		const settings = { ...continues, retryOnFail: true, maxTries: 2 };
		await service.run({ parameters: cat({ maxQueueMinutes: 1 }), settings });

		expect(service.emulator.tasks()).toHaveLength(1);
	});

	it('is not said to have happened because the last of the status checks fails: Max Run Time', async () => {
		service.emulator.plan(RUNS);
		checksFailAfter('interrupt', 2, 1);

		const ended = await service.run({ parameters: cat({ maxRunMinutes: 1 }), settings: continues });

		expect(statusNow()).toBe('Running');
		expect(jsonOf(ended).error).not.toContain('was interrupted');
	});

	it('is tried once more because a status check before the last one showed the task running', async () => {
		service.emulator.plan(RUNS);
		checksFailAfter('interrupt', 2, 1);

		const ended = await service.run({ parameters: cat({ maxRunMinutes: 1 }), settings: continues });

		const sent = service.emulator.requests().map(({ operation }) => operation);
		expect(sent.filter((operation) => operation === 'interrupt')).toHaveLength(2);
		expect(jsonOf(ended).error).toContain("wasn't stopped and may still be running");
		expect(jsonOf(ended).details).toMatchObject({ kind: 'budget', status: 'Running' });
	});

	it('is not said to have happened because the last of the status checks fails: Task: Interrupt', async () => {
		service.emulator.plan(RUNS);
		await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' }) });
		const { requestId = '' } = service.emulator.tasks()[0] ?? {};
		await service.time.sleep(5_000);
		checksFailAfter('interrupt', 2, 1);

		const ended = await service.run({
			parameters: onTask('interrupt', requestId),
			settings: continues,
			executionId: '2',
		});

		expect(statusNow()).toBe('Running');
		expect(jsonOf(ended).result).not.toBe('interrupted');
	});
});

describe('a confirmed stop after which no status check is answered', () => {
	const NEVER = 40;

	/** From then on, all status checks fail but the first ones. */
	function nothingAnsweredFrom(ms: number, answered = 0): void {
		service.time.after(ms, () =>
			service.emulator.addFault({ on: 'status', skip: answered, times: NEVER, effect: DOWN }),
		);
	}

	it.each([
		['the task runs all the same: its result is returned', false, 'Success', undefined],
		['the task was canceled: it costs nothing, and is told so', true, undefined, 'queue_timeout'],
	])('at Max Queue Time, polling goes on, %s', async (_, isHeeded, status, kind) => {
		service.emulator.plan({ queuingMs: 61_000, preparingMs: 0, runningMs: 600_000 });
		if (!isHeeded) confirmFalsely(service, 'cancel');
		// The check that finds it overdue, and the one that decides how to stop it.
		nothingAnsweredFrom(59_950, 2);

		const ended = await service.run({
			parameters: cat({ maxQueueMinutes: 1 }),
			settings: continues,
		});

		expect(service.creates()).toBe(1);
		expect(jsonOf(ended).status).toBe(status);
		expect((jsonOf(ended).details as IDataObject | undefined)?.kind).toBe(kind);
		if (isHeeded) expect(JSON.stringify(jsonOf(ended))).toContain("You weren't charged.");
	});

	it.each<[string, object]>([
		['Max Run Time', { maxRunMinutes: 1 }],
		['Max Wait Time', { maxWaitMinutes: 1, onTimeout: 'stop' }],
	])('at %s, the item says that nobody knows whether it happened', async (_, limits) => {
		service.emulator.plan(RUNS);
		confirmFalsely(service, 'interrupt');
		nothingAnsweredFrom(59_000);

		const ended = await service.run({ parameters: cat(limits), settings: continues });

		expect(jsonOf(ended).error).toMatch(/was confirmed, but its status couldn't be read/);
		expect(jsonOf(ended).error).not.toContain('interrupted');
		expect(jsonOf(ended).details).toMatchObject({
			description: expect.stringMatching(/may still be running.* You may be charged\.$/),
		});
	});

	it.each([
		['was stopped gets no other task', true],
		['runs on waits for it again', false],
	])('the next try of an item whose task %s', async (_, isHeeded) => {
		service.emulator.plan({ ...RUNS, runningMs: 600_000 });
		if (!isHeeded) confirmFalsely(service, 'interrupt');
		nothingAnsweredFrom(59_000);

		const settings = { ...continues, retryOnFail: true, maxTries: 5 };
		const ended = await service.run({ parameters: cat({ maxRunMinutes: 1 }), settings });

		expect(service.creates()).toBe(1);
		if (isHeeded) expect(jsonOf(ended).details).toMatchObject({ kind: 'budget' });
	});

	it.each(['interrupt', 'stop'])('Task: %s fails, and says so', async (operation) => {
		service.emulator.plan(RUNS);
		await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' }) });
		const { requestId = '' } = service.emulator.tasks()[0] ?? {};
		await service.time.sleep(5_000);
		confirmFalsely(service, 'interrupt');
		const skip = operation === 'stop' ? 1 : 0;
		service.emulator.addFault({ on: 'status', requestId, skip, times: NEVER, effect: DOWN });

		const parameters = onTask(operation, requestId);
		const ended = await service.run({ parameters, settings: continues, executionId: '2' });

		expect(jsonOf(ended).error).toContain('was confirmed');
		expect(jsonOf(ended).details).toMatchObject({ kind: 'conflict', request_id: requestId });
	});
});
