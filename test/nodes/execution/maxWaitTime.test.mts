import { retryOf, type Execution } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { collections, PROMPT, runForm, useService } from '../service.mts';

const MINUTE = 60_000;
const FULL = { type: 'answer', status: 429, body: { code: 30040 } } as const;

const service = useService();

function cat(options: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, collections(options));
}

/** The first execution of a process loads n8n, and the virtual clock doesn't wait for that. */
beforeEach(async () => {
	await service.run({ parameters: cat(), executionId: 'first' });
});

function fullFor(ms: number): void {
	service.emulator.addFault({ on: 'create', times: Infinity, effect: FULL });
	service.time.after(ms, () => service.emulator.clearFaults());
}

async function minutesOf(execution: Omit<Execution, 'credential'>) {
	const startedAt = service.time.now();
	const ended = await service.run(execution);
	return { ...ended, minutes: (service.time.now() - startedAt) / MINUTE };
}

describe('Max Wait Time', () => {
	it('includes the time that a task waits for its place', async () => {
		service.emulator.plan({ runningMs: 9 * MINUTE });
		fullFor(8 * MINUTE);

		const { error, minutes } = await minutesOf({ parameters: cat({ maxWaitMinutes: 10 }) });

		expect(error?.message).toContain("didn't finish within 10 minutes");
		expect(minutes).toBeLessThan(10.5);
	});

	it('is five minutes for an agent, also at a full service', async () => {
		service.emulator.plan({ runningMs: 4.9 * MINUTE });
		fullFor(4.2 * MINUTE);
		const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };

		const { minutes } = await minutesOf({ parameters: cat(), settings });

		expect(minutes).toBeLessThan(5.5);
	});

	it('holds for a retry that finds the task of an earlier try at a busy service', async () => {
		service.emulator.plan({ runningMs: 10 * MINUTE });
		const first = await service.run({ parameters: cat({ maxWaitMinutes: 0.1 }) });
		const effect = { ...FULL, headers: { 'retry-after': '300' } };
		service.emulator.addFault({ on: 'status', times: 3, effect });

		const { minutes } = await minutesOf({
			parameters: cat({ maxWaitMinutes: 0.5 }),
			earlier: retryOf(first),
			executionId: '2',
		});

		expect(minutes).toBeLessThan(2);
	});
});

it('a task that finishes at the very moment of Max Wait Time is returned, not stopped', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 6_200 });
	const late = { on: 'status', skip: 1, times: 1, effect: { type: 'delay', ms: 500 } } as const;
	service.time.after(5_990, () => service.emulator.addFault(late));

	const { outputs } = await service.run({
		parameters: cat({ maxWaitMinutes: 0.1, onTimeout: 'stop' }),
	});

	expect(outputs[0]?.[0]?.json).toMatchObject({
		status: 'Success',
		billed_seconds: expect.any(Number),
	});
});
