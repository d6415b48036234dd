import { PROMPT, runForm, useService } from './service.mts';
import type { Parameters } from './instance.mts';

const service = useService();
const SEED = '30:Seed (rgthree).seed';
const continues = { onError: 'continueRegularOutput' as const };
const REJECTED = { runningMs: 10_000, outputs: 'rejected' } as const;

function cat(options: Parameters = {}, values: Parameters = {}, more: Parameters = {}): Parameters {
	return runForm(
		{ [PROMPT]: 'a cat', ...values },
		{ options: { retryRejected: 2, ...options }, ...more },
	);
}

function seedsSent(): unknown[] {
	return service.emulator.tasks().map(({ inputValues }) => inputValues[SEED]);
}

function ids(): string[] {
	return service.emulator.tasks().map(({ requestId }) => requestId);
}

it('creates a new task with a new seed until a result is accepted', async () => {
	service.emulator.plan(REJECTED, { times: 2 });
	service.emulator.plan({ runningMs: 10_000 });

	const { outputs } = await service.run({ parameters: cat() });

	expect(outputs[0]?.[0]?.json).toMatchObject({
		status: 'Success',
		request_id: ids()[2],
		rejected_request_ids: ids().slice(0, 2),
		billed_seconds: 8,
		total_billed_seconds: 24,
	});
	expect(new Set(seedsSent()).size).toBe(3);
});

it('gives up after so many retries, and tells every request ID and the sum', async () => {
	service.emulator.plan(REJECTED);

	const { outputs } = await service.run({ parameters: cat(), settings: continues });

	expect(outputs[0]?.[0]?.json.details).toMatchObject({
		kind: 'content_rejected',
		request_id: ids()[2],
		rejected_request_ids: ids().slice(0, 2),
		billed_seconds: 8,
		total_billed_seconds: 24,
		description: expect.stringMatching(new RegExp(`${ids()[0]}.*You may be charged\\.$`)),
	});
	expect(service.creates()).toBe(3);
});

it('an open connection is no exception', async () => {
	service.emulator.plan(REJECTED, { times: 1 });

	const { error } = await service.run({ parameters: cat({}, {}, { waitMode: 'keepOpen' }) });

	expect(error).toBeUndefined();
	expect(service.creates()).toBe(2);
});

it.each(['Failed', 'Success'] as const)(
	'a task that ends in %s is not retried',
	async (outcome) => {
		service.emulator.plan({ outcome });

		await service.run({ parameters: cat() });

		expect(service.creates()).toBe(1);
	},
);

describe('a seed of the user is kept, and nothing is retried', () => {
	it.each<[string, Parameters, Parameters]>([
		['in App Inputs', { [SEED]: 4711 }, {}],
		['in Override Inputs', {}, { overrideInputs: { values: [{ key: SEED, value: '4711' }] } }],
	])('%s', async (_, values, more) => {
		service.emulator.plan(REJECTED);

		const { hints } = await service.run({ parameters: cat({}, values, more), settings: continues });

		expect(seedsSent()).toEqual([4711]);
		expect(hints.join()).toContain("rejected results aren't retried");
	});
});

it('random seeds are drawn anew', async () => {
	service.emulator.plan(REJECTED);

	await service.run({
		parameters: cat({ seedMode: 'random' }, { [SEED]: 4711 }),
		settings: continues,
	});

	expect(new Set(seedsSent()).size).toBe(3);
});

it('counts against the limits', async () => {
	service.emulator.plan(REJECTED);

	const { outputs } = await service.run({ parameters: cat({ maxTasks: 2 }), settings: continues });

	expect(service.creates()).toBe(2);
	expect(outputs[0]?.[0]?.json.details).toMatchObject({
		kind: 'budget',
		rejected_request_ids: ids(),
		total_billed_seconds: 16,
	});
});

it('an execution that is stopped creates no further task', async () => {
	service.emulator.plan({ ...REJECTED, runningMs: 5_000 });

	await service.run({
		parameters: cat(),
		onStart: (stop) => service.time.after(5_500, stop),
	});

	expect(service.creates()).toBe(1);
});
