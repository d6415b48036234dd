import { useService } from './service.mts';
import { useSleepers } from './sleepers.mts';

const service = useService();
const { asleepFor, address, later } = useSleepers(service);

describe('a sleeping execution wakes once', () => {
	it('from callbacks that come at the same moment', async () => {
		const sleeper = await asleepFor([1_000, 1_000]);
		await later();

		const calls = Array.from({ length: 10 }, (_, n) => sleeper.call({ url: address(n % 2) }));

		expect(await Promise.all(calls)).toEqual(Array(10).fill(200));
		expect(sleeper.woken).toHaveLength(1);
	});

	it('even when it sleeps again before a slow duplicate has been looked into', async () => {
		const sleeper = await asleepFor([1_000]);
		await later();
		service.emulator.addFault({ on: 'status', effect: { type: 'delay', ms: 4_000 } });

		const slow = sleeper.call({ url: address() });
		expect(await sleeper.call({ url: address() })).toBe(200);
		sleeper.sleepAgain();

		expect(await slow).toBe(200);
		expect(sleeper.woken).toHaveLength(1);
	});
});
