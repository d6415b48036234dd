import { stopThenLook, type StopEnd } from '../../../client/tasks/stopThenLook';
import type { FaultEffect, TaskPlan } from '../../../emulator/index.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();
const MINUTE = 60_000;
const RUNS: Partial<TaskPlan> = { runningMs: 60 * MINUTE };
const CONFIRMED: FaultEffect = { type: 'answer', status: 200, body: { code: 20000, data: {} } };
const DOWN: FaultEffect = { type: 'answer', status: 503 };
/** The status check of the stop itself, and those of the look at what became of the task. */
const CHECKS = { stop: 1, look: 4 };

function failStatus(effect: FaultEffect, skip: number, times: number): void {
	service.emulator.addFault({ on: 'status', effect, skip, times });
}

async function stop(plan: Partial<TaskPlan>): Promise<StopEnd & { readonly tookMs: number }> {
	const { client, clock, emulator, time } = service;
	emulator.plan({ notFoundMs: 0, queuingMs: 0, preparingMs: 0, ...plan });
	const { requestId } = await createWork(service).attempt();
	const startedAt = time.now();
	const end = await stopThenLook({ tasks: client.tasks, clock }, requestId, {
		interruptRunning: true,
	});
	return { ...end, tookMs: time.now() - startedAt };
}

describe('a second stop, after one that had no effect,', () => {
	beforeEach(() => service.emulator.addFault({ on: 'interrupt', effect: CONFIRMED }));

	it('knows the last status, so that a running task is interrupted while no check is answered', async () => {
		failStatus(DOWN, CHECKS.stop + CHECKS.look, 3);

		expect(await stop(RUNS)).toMatchObject({ how: 'interrupted', cost: 'seconds' });
		expect(service.requests('cancel')).toHaveLength(0);
	});

	it('does not count as done if no record can be read after it', async () => {
		failStatus(DOWN, 2 * CHECKS.stop + CHECKS.look, Infinity);

		expect(await stop(RUNS)).toMatchObject({
			...{ how: 'still_running', status: 'Running', cost: 'unknown' },
		});
	});
});

it('the record of a stopped task is not read again after fifteen seconds', async () => {
	failStatus({ type: 'hang' }, CHECKS.stop, Infinity);

	const { how, cost, lastError, tookMs } = await stop(RUNS);

	expect({ how, cost, tookMs }).toEqual({ how: 'interrupted', cost: 'unknown', tookMs: 21_000 });
	expect(lastError?.kind).toBe('no_response');
});

it('a cancel is free although the first record after it was still the old one', async () => {
	const body = { code: 20000, data: { status: 'Queuing' } };
	failStatus({ type: 'answer', status: 200, body }, CHECKS.stop, 1);

	expect(await stop({ queuingMs: MINUTE })).toMatchObject({ how: 'canceled', cost: 'free' });
});

it.each(['Failed', 'Success'] as const)(
	'a task that ends as %s after a confirmed cancel had already finished',
	async (outcome) => {
		service.emulator.addFault({ on: 'cancel', effect: CONFIRMED });

		const end = await stop({ queuingMs: 500, runningMs: 0, outcome });

		expect(end).toMatchObject({ how: 'already_finished', status: outcome });
		expect(end.cost).toBeUndefined();
	},
);
