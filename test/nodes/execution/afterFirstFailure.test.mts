import { storedFile } from '../binaryStore.mts';
import type { Parameters } from '../instance.mts';
import { inputItems, LONG, paused } from '../pause/pausedRuns.mts';
import { PROMPT, runForm, runModel, useService } from '../service.mts';

const service = useService();
const CAT = { [PROMPT]: 'a cat' };

/** How many tasks were created after the end of the first one. */
function afterTheFirst(): number {
	const [first, ...others] = service.emulator.tasks();
	const { finishedAt = Infinity } = first ?? {};
	return others.filter(({ createdAt }) => createdAt > finishedAt).length;
}

const created = () => service.emulator.tasks().length + service.emulator.modelTasks().length;

describe('if On Error is Stop Workflow, after the first failure', () => {
	it('items that still wait for a place at the service get no task', async () => {
		service.emulator.setLimits({ parallelTasks: 1 });
		service.emulator.plan({ outcome: 'Failed' }, { times: 1 });
		const parameters = runForm(CAT, { options: { maxAtATime: 20 } });

		const { error } = await service.run({ parameters, items: inputItems(20) });

		expect(error?.message).toContain('The task failed');
		// Before the node sees the failure, a create or two may leave.
		expect(afterTheFirst()).toBeLessThanOrEqual(2);
	});

	it('no tasks are created for a pause that never comes', async () => {
		service.emulator.plan(LONG);
		service.emulator.setLimits({ parallelTasks: 1 });
		service.time.after(60_000, () => service.emulator.setLimits({ parallelTasks: 100 }));
		service.emulator.addFault({ on: 'create', skip: 1, effect: { type: 'refuse', code: 40025 } });
		const options = { maxAtATime: 10, maxWaitMinutes: 30 };

		const { error } = await service.run({ parameters: paused(options), items: inputItems(10) });

		expect(error?.message).toContain('input_values');
		expect(service.emulator.tasks()).toHaveLength(1);
	});

	it.each<[string, (more: Parameters) => Parameters, Parameters, number, string]>([
		['variations', (more) => runForm(CAT, { options: more }), { variations: 20 }, 1, 'parallel'],
		['items of Model: Run', (more) => runModel({ options: more }), {}, 20, 'own'],
		[
			'items in the queue of all executions',
			(more) => runForm(CAT, { options: more }),
			{},
			20,
			'own',
		],
	])('%s get no task, and count as not run', async (_, parametersOf, more, count, limit) => {
		if (limit === 'parallel') service.emulator.setLimits({ parallelTasks: 1 });
		service.emulator.plan({ outcome: 'Failed' }, { times: 1 });
		const credential = { ...service.credential, ...(limit === 'own' && { maxTasksAtATime: 1 }) };

		const { error } = await service.run({
			parameters: parametersOf({ maxAtATime: 20, ...more }),
			items: inputItems(count),
			credential,
		});

		expect(created()).toBeLessThanOrEqual(3);
		expect(error?.description).toMatch(/^(?!.*[2-9]\d? failed).*1[789] didn't run/);
	});

	it('files are no longer uploaded, and their items get no task', async () => {
		const slow = { type: 'delay', ms: 20_000 } as const;
		service.emulator.addFault({ on: 'put', skip: 1, times: Infinity, effect: slow });
		service.emulator.plan({ outcome: 'Failed' }, { times: 1 });
		const items = await Promise.all(
			[1, 2, 3].map(async (n) => ({
				json: {},
				binary: { data: await storedFile(Buffer.alloc(1_000, n), `${n}.png`, 'image/png') },
			})),
		);
		const parameters = runForm(
			{ '18:LoadImage.image': 'data' },
			{ options: { maxAtATime: 3 } },
			56258,
		);

		const { error } = await service.run({ parameters, items });

		expect(error?.message).toContain('The task failed');
		expect(created()).toBe(1);
		expect(error?.description).toContain("2 didn't run");
	});
});
