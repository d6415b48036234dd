import type { TaskPlan } from '../../../emulator/index.mts';
import { serviceTime } from '../../../emulator/time/serviceTime.mts';
import { retryOf } from '../engine.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { PROMPT, runForm, useService } from '../service.mts';
import { answerStatus } from '../taskRecords.mts';

const service = useService();
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 60 * 60_000];

const RUNS: Partial<TaskPlan> = { queuingMs: 0, preparingMs: 0, runningMs: 2 * MINUTE };
const QUEUES: Partial<TaskPlan> = { ...RUNS, queuingMs: 2 * MINUTE };

/** What the record tells without its seconds: times from the creation of the task on. */
type Told = { readonly executedMs?: number; readonly endedMs?: number };

/** How many tasks there are, if the first one is watched for a minute, and its item retried hours later. */
async function tasksAfterHours(plan: Partial<TaskPlan>, { executedMs, endedMs }: Told) {
	service.emulator.plan(plan, { times: 1 });
	const limits = { maxWaitMinutes: 1, maxBilledSeconds: 200, maxAtATime: 1 };
	const parameters = runForm({ [PROMPT]: 'a cat' }, { options: limits });
	const failed = await service.run({ parameters, items: inputItems(2) });
	const { createdAt = 0, requestId } = service.emulator.tasks()[0] ?? {};
	const at = (ms: number | undefined) => serviceTime(ms === undefined ? ms : createdAt + ms);
	const times = { created_at: at(0), executed_at: at(executedMs), ended_at: at(endedMs) };
	answerStatus(service, { status: 'Success', ...times }, { requestId });

	await service.time.sleep(5 * HOUR);
	await service.run({ parameters, earlier: retryOf(failed), executionId: '2' });
	return service.emulator.tasks().length;
}

describe('Max Billed Seconds does not count the hours in which nobody watched a task', () => {
	it.each<[string, Partial<TaskPlan>, Told]>([
		['that was seen to run, and whose record tells no times', RUNS, {}],
		['that was seen in the queue, and whose record tells no times', QUEUES, {}],
		['whose record tells when it ended', RUNS, { endedMs: 130 * SECOND }],
		[
			'that was queued for hours, by its record',
			QUEUES,
			{ executedMs: HOUR, endedMs: HOUR + MINUTE },
		],
	])('%s', async (_, plan, told) => {
		expect(await tasksAfterHours(plan, told)).toBe(2);
	});

	it.each<[string, Partial<TaskPlan>, Told]>([
		['that was seen to run for less', RUNS, { executedMs: 0, endedMs: 10 * MINUTE }],
		['that was seen in the queue', QUEUES, { executedMs: MINUTE, endedMs: 10 * MINUTE }],
	])('but the length that its record tells: of one %s', async (_, plan, told) => {
		expect(await tasksAfterHours(plan, told)).toBe(1);
	});
});
