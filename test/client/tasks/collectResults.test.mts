import { readOutputs, type TaskOutput } from '../../../client/api/taskOutputs';
import { deadlineIn } from '../../../client/resilience/deadline';
import { collectResults, type CollectOptions } from '../../../client/tasks/collectResults';
import type { TaskPlan } from '../../../emulator/index.mts';
import { useService } from '../service.mts';
import { createWork, PICTURE_APP } from '../work.mts';

const service = useService();
const MINUTE = 60_000;
const ENDED = { notFoundMs: 0, queuingMs: 0, preparingMs: 0, runningMs: 0 };

/**
 * Creates tasks of these plans and collects their results a second later.
 * @param outputs those in the callback of the first task, if it has called
 */
async function collect(
	plans: readonly Partial<TaskPlan>[],
	options: Partial<CollectOptions> = {},
	outputs?: readonly TaskOutput[],
) {
	const { client, clock, emulator, time } = service;
	for (const plan of plans) {
		emulator.plan({ ...ENDED, ...plan });
		await createWork(service).attempt();
	}
	await time.sleep(1_000);
	const startedAt = time.now();
	const ends = new Map();
	const tasks = emulator.tasks().map(({ requestId }) => ({ requestId, appId: PICTURE_APP }));
	const [task] = tasks;
	const found = await collectResults({ tasks: client.tasks }, tasks, {
		reported: task && outputs && { task, outputs },
		known: { get: (id) => ends.get(id), set: (id, end) => void ends.set(id, end) },
		deadline: deadlineIn(clock, MINUTE),
		signal: undefined,
		...options,
	});
	return { found, tookMs: time.now() - startedAt };
}

it('after a task that is pending, no further ones are looked at', async () => {
	const { found } = await collect(Array(12).fill({ runningMs: MINUTE }));

	expect(found).toEqual({ all: 'pending' });
	expect(service.requests('status').length).toBeLessThanOrEqual(5);
});

it.each([
	['the one that called', 0],
	['another one', 1],
])('why the status of %s cannot be read is told', async (_, skip) => {
	const effect = { type: 'answer', status: 401, body: '"Token is invalid"' } as const;
	service.emulator.addFault({ on: 'status', effect, skip });

	const { found } = await collect([{}, {}], {}, []);

	expect(found).toMatchObject({ all: 'unclear', lastError: { kind: 'credential' } });
});

it('outputs that were rejected when the task called say why it has none', async () => {
	const reported = readOutputs([{ audit_status: 3 }], 'r-1');

	const { found } = await collect([{ outputs: 'none' }], {}, reported);

	expect(found).toMatchObject({
		ends: [{ outcome: { ok: false, error: { kind: 'content_rejected' } } }],
	});
});

it('a status check that hangs ends with the execution', async () => {
	service.emulator.addFault({ on: 'status', effect: { type: 'hang' } });
	const stop = new AbortController();
	service.time.after(1_500, () => stop.abort());

	const { tookMs } = await collect([{}], { signal: stop.signal });

	expect(tookMs).toBe(500);
});
