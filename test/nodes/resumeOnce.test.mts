import { useService } from './service.mts';
import { usePausedExecutions } from './pausedExecutions.mts';

const service = useService();
const { pausedFor, address, later } = usePausedExecutions(service);

describe('a paused execution resumes once', () => {
	it('from simultaneous callbacks', async () => {
		const execution = await pausedFor([1_000, 1_000]);
		await later();

		const calls = Array.from({ length: 10 }, (_, n) => execution.call({ url: address(n % 2) }));

		expect(await Promise.all(calls)).toEqual(Array(10).fill(200));
		expect(execution.resumed).toHaveLength(1);
	});

	it('even if it pauses again before a slow duplicate is processed', async () => {
		const execution = await pausedFor([1_000]);
		await later();
		service.emulator.addFault({ on: 'status', effect: { type: 'delay', ms: 4_000 } });

		const slow = execution.call({ url: address() });
		expect(await execution.call({ url: address() })).toBe(200);
		execution.pauseAgain();

		expect(await slow).toBe(200);
		expect(execution.resumed).toHaveLength(1);
	});
});
