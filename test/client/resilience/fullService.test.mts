import { runDay } from './fullService.mts';

// 200 executions against ten places, with a fixed seed.
const DAY = { executions: 200, places: 10, taskMs: 2_000 };

describe.each([
	{ answerMs: 20, lagMs: 50, mostMakespan: 1.05 },
	{ answerMs: 50, lagMs: 100, mostMakespan: 1.1 },
	// Places are empty while a create is under way, so nobody could be as fast as the ideal.
	{ answerMs: 500, lagMs: 100, mostMakespan: 1.25 },
])('creates that are answered within $answerMs ms, and ends seen $lagMs ms late', (latency) => {
	it('one limiter for all of them', async () => {
		const day = await runDay({ ...DAY, ...latency, isShared: true });

		expect(day.refused).toBeLessThanOrEqual(0.05);
		expect(day.makespan).toBeLessThanOrEqual(latency.mostMakespan);
		expect(day.longest).toBeLessThanOrEqual(2);
	});

	it('one for each is refused fifty times as often, and takes far longer', async () => {
		const day = await runDay({ ...DAY, ...latency, isShared: false });

		expect(day.refused).toBeGreaterThan(2.5);
		expect(day.makespan).toBeGreaterThan(1.5);
	});
});
