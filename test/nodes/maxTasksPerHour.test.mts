import { PROMPT, runForm, runModel, useService } from './service.mts';
import type { Parameters } from './instance.mts';

const service = useService();

function cat(more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, more);
}

describe('Max Tasks per Hour', () => {
	function runWithin(maxTasksPerHour: unknown, parameters = cat()) {
		const credential = { ...service.credential, maxTasksPerHour } as typeof service.credential;
		return service.run({ parameters, credential });
	}

	it('counts over all executions of the account, models included', async () => {
		expect((await runWithin(3)).error).toBeUndefined();
		expect((await runWithin(3, cat({ waitMode: 'none' }))).error).toBeUndefined();
		expect((await runWithin(3, runModel())).error).toBeUndefined();

		const { error } = await runWithin(3);

		expect(error?.message).toBe('The limit of 3 tasks per hour is reached');
		expect(error?.description).toContain("'Max Tasks per Hour'");
		expect(service.emulator.tasks()).toHaveLength(2);
	});

	it('an hour later there is room again', async () => {
		await runWithin(1);
		await service.time.sleep(61 * 60_000);

		expect((await runWithin(1)).error).toBeUndefined();
	});

	it('counts an execution that began before its account had any task', async () => {
		const other = { ...service.credential, apiKey: 'of another account' };
		service.emulator.addFault({ on: 'detail', effect: { type: 'delay', ms: 20_000 }, times: 1 });
		const slow = runWithin(1);
		await service.time.sleep(5_000);
		await service.run({ parameters: cat(), credential: other });
		expect((await runWithin(1)).error).toBeUndefined();

		expect((await slow).error?.message).toContain('1 task per hour');
		expect(service.emulator.tasks()).toHaveLength(1);
	});

	it("doesn't count the tasks of another account", async () => {
		await runWithin(1);
		const credential = {
			...service.credential,
			maxTasksPerHour: 1,
			metadataUrl: service.emulator.apiUrl,
		};

		const { error } = await service.run({ parameters: cat(), credential });

		expect(error?.message ?? '').not.toContain('per hour');
	});

	it.each(['many', -1, 1.5])('%p is rejected before anything is paid', async (stored) => {
		const { error } = await runWithin(stored);

		expect(error?.message).toContain("'Max Tasks per Hour' must be a whole number");
		expect(service.creates()).toBe(0);
	});
});
