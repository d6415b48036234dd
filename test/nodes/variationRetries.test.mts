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

it('a limit that refuses one in a retry leaves no task of the others out', async () => {
	service.emulator.plan({ queuingMs: 600_000 }, { times: 1 });
	service.emulator.plan({ outputs: 'rejected' }, { times: 1 });
	const more = {
		...{ options: { variations: 3, maxAtATime: 1 } },
		limits: { maxQueueMinutes: 0.1, maxBilledSeconds: 1 },
	};

	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, more),
		settings: { retryOnFail: true, maxTries: 2, onError: 'continueRegularOutput' },
	});

	const [canceled, rejected] = service.emulator.tasks().map(({ requestId }) => requestId);
	expect(outputs[0]?.map(({ json }) => json.details)).toMatchObject([
		{
			kind: 'budget',
			request_id: canceled,
			description: expect.stringMatching(/You weren't charged\.$/),
		},
		{
			kind: 'budget',
			request_id: rejected,
			description: expect.stringMatching(/You may be charged\.$/),
		},
		{ kind: 'budget', variation: 3, description: expect.stringMatching(/You weren't charged\.$/) },
	]);
});
