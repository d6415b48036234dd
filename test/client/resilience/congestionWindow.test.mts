import { TASK, useLimiter } from './limiting.mts';

const limiting = useLimiter();

it('a few creates leave without an answer, more with each acceptance', async () => {
	const lane = limiting.lane();
	const first = [await limiting.leaving(lane), await limiting.leaving(lane)];
	const third = lane.place(TASK);
	expect(await third.acquire(undefined, limiting.time.now() + 1_000)).toBe(false);

	for (const place of first) place.accepted();
	const next = await Promise.all([limiting.leaving(lane), limiting.leaving(lane)]);
	for (const place of next) place.accepted();

	expect(
		await Promise.all([limiting.leaving(lane), limiting.leaving(lane), limiting.leaving(lane)]),
	).toHaveLength(3);
});

it('the end of a task lets the next create leave at once', async () => {
	const lane = limiting.lane();
	const [task] = await limiting.fill(lane, 3);
	limiting.time.after(100, () => task?.release());

	expect(await limiting.waitOf(lane)).toBe(100);
});

it('beyond what the service took, creates leave one by one, faster with each accepted one', async () => {
	const lane = limiting.lane();
	await limiting.fill(lane, 3);
	const leftAt: number[] = [];
	await Promise.all(
		Array.from({ length: 8 }, async () => {
			const place = await limiting.leaving(lane);
			leftAt.push(limiting.time.now());
			await limiting.time.sleep(10);
			place.accepted();
		}),
	);

	const gaps = leftAt.map((at, n) => at - (leftAt[n - 1] ?? at)).slice(1);
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10);
	expect(gaps.at(-1)).toBeLessThan(30);
	expect(gaps).toEqual([...gaps].sort((a, b) => b - a));
});

it('an open connection that is not refused within a second counts as a task', async () => {
	const lane = limiting.lane();
	const use = { isTracked: true, isHeld: true };
	const from = limiting.time.now();
	for (let n = 0; n < 6; n++) await limiting.leaving(lane, use);

	expect(limiting.time.now() - from).toBe(2_000);
});
