import type { Parameters } from '../instance.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { PROMPT, runForm, useService } from '../service.mts';
import { confirmFalsely } from '../taskRecords.mts';

const service = useService();
const continues = { onError: 'continueRegularOutput' } as const;
const RUNS = { queuingMs: 0, preparingMs: 0, runningMs: 60 * 60_000 };

/** What the field promises: of running tasks, Max Tasks at a Time come on top. */
async function createsOf(limits: Parameters): Promise<number> {
	service.emulator.plan(RUNS);
	const options = { maxBilledSeconds: 50, maxAtATime: 1, ...limits };
	const parameters = runForm({ [PROMPT]: 'a cat' }, { options });
	await service.run({ parameters, items: inputItems(8), settings: continues });
	return service.creates();
}

describe('Max Billed Seconds counts the time that the node saw a task run', () => {
	it('that it leaves running at Max Wait Time', async () => {
		expect(await createsOf({ maxWaitMinutes: 0.5 })).toBeLessThanOrEqual(3);
	});

	it('whose status it returns at Max Wait Time', async () => {
		expect(await createsOf({ maxWaitMinutes: 0.5, onTimeout: 'return' })).toBeLessThanOrEqual(3);
	});

	it('that could not be interrupted at Max Run Time', async () => {
		confirmFalsely(service, 'interrupt');

		expect(await createsOf({ maxRunMinutes: 1 })).toBeLessThanOrEqual(2);
	});
});
