import { PROMPT, runForm, useService } from '../service.mts';

const service = useService();

const retries = { retryOnFail: true, maxTries: 3 };
const cat = runForm({ [PROMPT]: 'a cat' });
function tasks(): number {
	return service.emulator.tasks().length;
}

describe('a create that may have been received is never repeated', () => {
	it.each([
		['reset before it was processed', { type: 'reset', when: 'before' }, 0],
		['reset after it was processed', { type: 'reset', when: 'after' }, 1],
		['an HTTP 500 with an empty body', { type: 'answer', status: 500, body: '' }, 0],
		['a page of a proxy with 502', { type: 'html', status: 502 }, 0],
		['a page with 200', { type: 'html', status: 200 }, 0],
		['a processed create with half an answer', { type: 'truncate' }, 1],
		['a processed create answered with 503', { type: 'processThenAnswer', status: 503 }, 1],
	] as const)('%s', async (_, effect, created) => {
		service.emulator.addFault({ on: 'create', effect, times: 1 });

		const { error } = await service.run({ parameters: cat, settings: retries });

		expect(service.creates()).toBe(1);
		expect(tasks()).toBe(created);
		expect(error?.message).toMatch(/didn't confirm whether|may already exist/);
		expect(error?.description).toContain('The task may exist');
	});

	it('its item is not called Failed, which a workflow may take for a reason to run again', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });

		const { outputs } = await service.run({
			parameters: cat,
			settings: { onError: 'continueRegularOutput' },
		});

		expect(outputs[0]?.[0]?.json.details).toMatchObject({
			kind: 'unconfirmed',
			status: 'Unconfirmed',
		});
	});
});

describe('a create that was clearly refused', () => {
	it('is repeated if the service was busy, after the time in Retry-After', async () => {
		const effect = {
			type: 'answer',
			status: 429,
			body: { code: 30039, message: 'queue full' },
			headers: { 'retry-after': '7' },
		} as const;
		service.emulator.addFault({ on: 'create', effect, times: 2 });

		const { error } = await service.run({ parameters: cat });

		expect(error).toBeUndefined();
		expect(tasks()).toBe(1);
		const [first, second] = service.emulator
			.requests()
			.filter(({ operation }) => operation === 'create');
		expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(7_000);
	});

	it.each([
		['balance', 402, 20049, 'balance'],
		['quota', 429, 20094, 'quota'],
	])('is not repeated if the reason is the %s', async (_, status, code, word) => {
		service.emulator.addFault({
			on: 'create',
			effect: { type: 'answer', status, body: { code, message: 'no' } },
			times: Infinity,
		});

		const { error } = await service.run({ parameters: cat });

		expect(service.creates()).toBe(1);
		expect(`${error?.message} ${error?.description}`).toContain(word);
	});
});
