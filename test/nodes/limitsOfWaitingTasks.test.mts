import { inputItems } from './pausedRuns.mts';
import { collections, PROMPT, runForm, useService } from './service.mts';
import type { Parameters } from './instance.mts';

/** Limits are checked when a task is created, however long it waited for its turn. */

const service = useService();
const MINUTE = 60_000;

function cat(options: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, collections(options));
}

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
	service.emulator.plan({ runningMs: 10 * MINUTE });
	const credential = { ...service.credential, maxTasksAtATime: 1, maxTasksPerHour: 2 };
	await service.run({ parameters: cat(), credential, items: inputItems(2) });
	const last = service.emulator.tasks().at(-1)?.createdAt ?? 0;
	service.emulator.plan({});
	await service.time.sleep(last + 58 * MINUTE - service.time.now());

	await service.run({ parameters: cat(), credential });
	const { error } = await service.run({ parameters: cat(), credential });

	expect(error?.message).toBe('The limit of 2 tasks per hour is reached');
});
