import { onTask, PROMPT, runForm, useService } from './service.mts';

const service = useService();

it("a storage that stops sending in the middle of a file doesn't block the item", async () => {
	service.emulator.addFault({
		on: 'download',
		effect: { type: 'drip', everyMs: 120_000 },
		times: Infinity,
	});

	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { downloadFiles: true }),
	});

	expect(error?.message).toContain('no data arrived for 60 seconds');
	expect(error?.description).toContain('Task: Get Outputs');
	const begunAt = service.emulator
		.requests()
		.filter(({ operation }) => operation === 'download')
		.map(({ at }) => at);
	const attempts = begunAt.map((at, n) => (begunAt[n + 1] ?? service.time.now()) - at);
	expect(attempts).toHaveLength(3);
	// The only byte comes at once. Up to 2 s after it's given up, the next attempt begins.
	expect(Math.min(...attempts)).toBeGreaterThanOrEqual(60_000);
	expect(Math.max(...attempts)).toBeLessThan(63_000);
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
