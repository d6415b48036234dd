import { PROMPT, runForm, useService } from './service.mts';

const service = useService();

it('a retry of the node fails if the app cannot be read for a missing one', async () => {
	service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20094 }, skip: 2 });
	service.emulator.addFault({ on: 'detail', effect: { type: 'refuse', code: 20052 }, skip: 1 });

	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { options: { variations: 3, maxAtATime: 1 } }),
		settings: { retryOnFail: true, maxTries: 2 },
	});

	expect(error?.message).toContain('API key');
	expect(service.creates()).toBe(3);
});
