import { retryOf } from './engine.mts';
import { inputItems } from './pausedRuns.mts';
import { collections, PROMPT, runForm, useService } from './service.mts';
import type { Parameters } from './instance.mts';

const service = useService();
const continues = { onError: 'continueRegularOutput' as const };

function cat(options: Parameters, more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, { ...collections(options), ...more });
}

describe('Max Tasks per Execution', () => {
	it.each(['poll', 'keepOpen', 'none'])(
		'in wait mode %s, further items fail without a task',
		async (waitMode) => {
			const parameters = cat({ maxTasks: 2, maxAtATime: 4 }, { waitMode });

			const { outputs } = await service.run({
				parameters,
				items: inputItems(4),
				settings: continues,
			});

			const failed = outputs[0]?.filter(({ json }) => 'error' in json) ?? [];
			expect(failed).toHaveLength(2);
			expect(failed[0]?.json).toMatchObject({
				error: 'The limit of 2 tasks per execution is reached',
				details: { kind: 'budget', status: 'NotCreated' },
			});
			expect(service.creates()).toBe(2);
		},
	);

	it('counts over the turns of a loop', async () => {
		const parameters = cat({ maxTasks: 2 });
		const first = await service.run({ parameters, items: inputItems(2) });
		const second = await service.run({
			parameters,
			items: inputItems(1),
			settings: continues,
			earlier: first.run.data,
		});

		expect(second.outputs[0]?.[0]?.json.details).toMatchObject({ kind: 'budget' });
		expect(service.creates()).toBe(2);
	});

	it('counts over retries of the node', async () => {
		service.emulator.plan({ outcome: 'Failed' });
		const settings = { retryOnFail: true, maxTries: 5 };

		const { error } = await service.run({ parameters: cat({ maxTasks: 3 }), settings });

		expect(error?.message).toContain('limit of 3 tasks');
		expect(service.creates()).toBe(3);
	});

	it('begins anew when the execution is retried from the list', async () => {
		service.emulator.plan({ outcome: 'Failed' });
		const first = await service.run({ parameters: cat({ maxTasks: 1 }) });
		service.emulator.plan({});

		const { error } = await service.run({
			parameters: cat({ maxTasks: 1 }),
			earlier: retryOf(first),
			executionId: '4711',
		});

		expect(error).toBeUndefined();
		expect(service.creates()).toBe(2);
	});

	it('the message tells what was spent and which option to raise', async () => {
		service.emulator.plan({ runningMs: 5_000 });
		const { error } = await service.run({
			parameters: cat({ maxTasks: 2, maxAtATime: 1 }),
			items: inputItems(3),
		});

		expect(error?.description).toContain("To process more, raise 'Max Tasks per Execution'");
		expect(error?.description).toContain('created 2 tasks in this execution so far (8 billed');
		expect(error?.description).toContain('2 of 3 items were processed.');
		expect(error?.description).toMatch(/This item wasn't charged\.$/);
		expect(error?.context?.itemIndex).toBe(2);
	});
});

describe('Max Billed Seconds', () => {
	it('stops creating once finished tasks add up to it', async () => {
		service.emulator.plan({ runningMs: 5_000 });
		const parameters = cat({ maxBilledSeconds: 8, maxAtATime: 1 });

		const { outputs } = await service.run({
			parameters,
			items: inputItems(5),
			settings: continues,
		});

		expect(service.creates()).toBe(2);
		expect(outputs[0]?.[2]?.json).toMatchObject({
			error: 'The limit of 8 billed seconds per execution is reached',
			details: { kind: 'budget' },
		});
	});

	it('is exceeded at most by the tasks that run at the same time', async () => {
		service.emulator.plan({ runningMs: 5_000 });
		const parameters = cat({ maxBilledSeconds: 4, maxAtATime: 3 });

		const { outputs } = await service.run({
			parameters,
			items: inputItems(9),
			settings: continues,
		});

		expect(service.creates()).toBeGreaterThanOrEqual(3);
		expect(service.creates()).toBeLessThanOrEqual(3 + 2);
		expect(outputs[0]?.filter(({ json }) => json.status === 'Success')).toHaveLength(
			service.creates(),
		);
	});
});

describe('Max Queue Time', () => {
	const parameters = cat({ maxQueueMinutes: 2, maxAtATime: 1 });
	beforeEach(() => service.emulator.plan({ queuingMs: 3_600_000 }, { times: 1 }));

	it('takes a task out of the queue, and the other items go on', async () => {
		const { outputs } = await service.run({
			parameters,
			items: inputItems(2),
			settings: continues,
		});

		expect(outputs[0]?.[0]?.json).toMatchObject({
			error: expect.stringContaining('Canceled after 2 minutes in the queue'),
			details: {
				kind: 'queue_timeout',
				request_id: service.emulator.tasks()[0]?.requestId,
				status: 'Canceled',
				description: expect.stringMatching(/You weren't charged\.$/),
			},
		});
		expect(outputs[0]?.[1]?.json.status).toBe('Success');
	});

	it('lets Retry On Fail create a new task', async () => {
		const { outputs } = await service.run({
			parameters,
			settings: { retryOnFail: true, maxTries: 2 },
		});

		expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'Success' });
		expect(service.creates()).toBe(2);
	});
});

it('Max Run Time interrupts, and the other items go on', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 600_000 }, { times: 1 });
	const parameters = cat({ maxRunSeconds: 20, maxAtATime: 1 });

	const { outputs } = await service.run({ parameters, items: inputItems(2), settings: continues });

	expect(outputs[0]?.[0]?.json).toMatchObject({
		error: expect.stringContaining('ran longer than 20 seconds'),
		details: { kind: 'budget', request_id: service.emulator.tasks()[0]?.requestId },
	});
	expect(outputs[0]?.[1]?.json.status).toBe('Success');
});

it.each([0, -1, '={{ $json.typo }}', 'many'])(
	'a limit of %p is rejected before anything is paid',
	async (value) => {
		const { error } = await service.run({ parameters: cat({ maxTasks: value }) });

		expect(error?.message).toContain("'Max Tasks per Execution' must be a whole number");
		expect(service.creates()).toBe(0);
	},
);
