import { onTask, PROMPT, runForm, useService } from './service.mts';

const service = useService();

it("a storage that stops sending in the middle of a file doesn't block the item", async () => {
	service.emulator.addFault({
		on: 'download',
		effect: { type: 'drip', everyMs: 120_000 },
		times: Infinity,
	});
	const startedAt = service.time.now();

	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { downloadFiles: true }),
	});

	expect(error?.message).toContain('no data arrived for 60 seconds');
	expect(error?.description).toContain('Task: Get Outputs');
	expect(service.time.now() - startedAt).toBeLessThan(10 * 60_000);
});

it('Task: Get Outputs returns the file after the storage responds again', async () => {
	service.emulator.addFault({
		on: 'download',
		effect: { type: 'answer', status: 403 },
		times: 3,
	});
	const failed = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { downloadFiles: true }),
	});
	expect(failed.error?.description).toContain('Task: Get Outputs');

	const id = service.emulator.tasks()[0]?.requestId ?? '';
	const { outputs } = await service.run({
		parameters: onTask('getOutputs', id, { downloadFiles: true }),
	});

	expect(outputs[0]?.[0]?.binary).toHaveProperty('data');
	expect(service.creates()).toBe(1);
});
