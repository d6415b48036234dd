import { useService } from './service.mts';
import { usePausedExecutions } from './pausedExecutions.mts';

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
