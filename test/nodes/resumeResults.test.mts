import { useService } from './service.mts';
import { usePausedExecutions } from './pausedExecutions.mts';
import { MINUTE_MS } from './pausedRuns.mts';

const service = useService();
const { pausedFor, address, later } = usePausedExecutions(service);

describe("a task that didn't succeed", () => {
	const failing = () =>
		service.emulator.plan(
			{ runningMs: 1_000, outcome: 'Failed', errorMessage: 'no luck', callback: { copies: 0 } },
			{ times: 1 },
		);

	it('has its status in its item', async () => {
		failing();
		const execution = await pausedFor([1_000, 1_000]);
		await later();
		await execution.call({ url: address() });

		expect(execution.resumed[0]).toMatchObject([
			{ status: 'Failed', error: expect.stringContaining('no luck'), details: { kind: 'failed' } },
			{ status: 'Success' },
		]);
	});

	it('keeps its place among the items, also if it was never created', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20250 } });
		const execution = await pausedFor([1_000, 1_000], {
			settings: { onError: 'continueRegularOutput' },
		});
		await later();
		await execution.call({ url: address(1) });

		expect(execution.resumed[0]).toMatchObject([
			{ error: expect.any(String), details: { kind: expect.any(String) } },
			{ status: 'Success' },
		]);
	});

	it('has the format that n8n sends to the error output if there is one', async () => {
		failing();
		const execution = await pausedFor([1_000], { settings: { onError: 'continueErrorOutput' } });
		await later();
		await execution.call({ url: address() });

		expect(Object.keys(execution.resumed[0]?.[0] ?? {})).toEqual(['error', 'details']);
	});

	it.each(['rejected', 'error', 'none'] as const)(
		'because its outputs are %s has its status too',
		async (outputs) => {
			service.emulator.plan({ outputs });
			service.emulator.plan({ runningMs: 1_000, outputs, callback: { copies: 0 } }, { times: 1 });
			const execution = await pausedFor([1_000]);
			await later();
			await execution.call({ url: address() });

			expect(execution.resumed[0]).toMatchObject([
				{ status: 'Success', error: expect.any(String) },
			]);
		},
	);
});

describe('the result of a finished task, while the execution waits for others', () => {
	/** More than half of what the process remembers. */
	const outputs = Array.from({ length: 600 }, (_, n) => ({
		object_url: `https://files.example/${n}/${'x'.repeat(2_000)}.png`,
	}));

	/** A paused execution whose first task has finished, with a callback of that one. */
	async function halfFinished(size: 'small' | 'large' = 'small') {
		const first = service.emulator.tasks().length;
		const execution = await pausedFor([1_000, 20 * MINUTE_MS]);
		await later();
		const body = { code: 20000, data: { outputs } };
		const effect = { type: 'answer', status: 200, body } as const;
		if (size === 'large') service.emulator.addFault({ on: 'outputs', effect });
		const { requestId } = service.emulator.tasks()[first] ?? {};
		const reads = () =>
			service.emulator.requests().filter(({ operation, path }) => {
				return operation === 'status' && path.includes(String(requestId));
			}).length;
		const callback = (item: number) => execution.call({ url: address(first + item) });
		expect(await callback(0)).toBe(200);
		return { callback, reads };
	}

	it('is read once', async () => {
		const { callback, reads } = await halfFinished();
		const before = reads();
		await callback(0);

		expect(reads()).toBe(before);
	});

	it('takes no place any more as soon as the execution is resumed', async () => {
		const { callback, reads } = await halfFinished();
		const over = await halfFinished('large');
		await service.time.sleep(20 * MINUTE_MS);
		expect(await over.callback(1)).toBe(200);
		await halfFinished('large');
		const before = reads();
		await callback(0);

		expect(reads()).toBe(before);
	});

	it('is forgotten if the results of others need its place, and read again', async () => {
		const { callback, reads } = await halfFinished('large');
		await halfFinished('large');
		const before = reads();
		await callback(0);

		expect(reads()).toBe(before + 1);
	});
});
