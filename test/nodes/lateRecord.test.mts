import { onTask, PROMPT, runForm, useService } from './service.mts';

const service = useService();

async function createdTask(): Promise<string> {
	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' }),
	});
	return String(outputs[0]?.[0]?.json.request_id);
}

it.each(['getStatus', 'getOutputs'])(
	"%s tolerates a new task that can't be found for a moment",
	async (operation) => {
		service.emulator.plan({ notFoundMs: 3_000 });
		const requestId = await createdTask();

		const { outputs, error } = await service.run({ parameters: onTask(operation, requestId) });

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ request_id: requestId });
	},
);

it.each(['getStatus', 'getOutputs'])(
	'%s of an unknown task fails within seconds',
	async (operation) => {
		const begun = service.time.now();

		const { error } = await service.run({ parameters: onTask(operation, 'unknown') });

		expect(error?.message).toContain('The task was not found');
		expect(service.time.now() - begun).toBeLessThan(5_000);
	},
);
