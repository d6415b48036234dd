import { manualClock, realClock } from '../../../emulator/index.mts';

describe('manual clock', () => {
	it('runs callbacks in order of time, each at its own time', async () => {
		const clock = manualClock(0);
		const seen: Array<[string, number]> = [];
		clock.at(20, () => seen.push(['later', clock.now()]));
		clock.at(10, () => seen.push(['sooner', clock.now()]));
		clock.at(40, () => seen.push(['too late', clock.now()]));
		await clock.advanceTo(30);
		expect(seen).toEqual([
			['sooner', 10],
			['later', 20],
		]);
		expect(clock.now()).toBe(30);
		expect(clock.nextDue()).toBe(40);
	});

	it('runs new callbacks that are due as well', async () => {
		const clock = manualClock(0);
		const wakings: number[] = [];
		async function nap(): Promise<void> {
			await clock.wait(10);
			wakings.push(clock.now());
			await clock.wait(25);
			wakings.push(clock.now());
		}
		void nap();
		await clock.advanceTo(30);
		expect(wakings).toEqual([10, 25]);
	});

	it('never moves back', async () => {
		const clock = manualClock(100);
		await clock.advanceTo(50);
		expect(clock.now()).toBe(100);
	});

	it("doesn't run a canceled callback", async () => {
		const clock = manualClock(0);
		const run = jest.fn();
		clock.at(10, run)();
		await clock.advanceTo(20);
		expect(run).not.toHaveBeenCalled();
		expect(clock.nextDue()).toBeUndefined();
	});
});

describe('real clock', () => {
	it('runs what is due when it is moved forward, and nothing twice', async () => {
		const clock = realClock();
		const run = jest.fn();
		clock.at(clock.now() + 60_000, run);
		clock.at(clock.now() + 180_000, () => run('too late'))();
		await clock.advance(30_000);
		expect(run).not.toHaveBeenCalled();
		await clock.advance(30_000);
		await clock.advance(200_000);
		expect(run.mock.calls).toEqual([[]]);
	});
});

describe('waiting', () => {
	it('counts those who wait until the time is reached', async () => {
		const clock = manualClock(0);
		const waiting = clock.wait(10);
		expect(clock.held).toBe(1);
		await clock.advanceTo(10);
		await waiting;
		expect(clock.held).toBe(0);
	});

	it('ends when the waiter gives up', async () => {
		const clock = manualClock(0);
		const givingUp = new AbortController();
		const waiting = clock.wait(Infinity, givingUp.signal);
		expect(clock.nextDue()).toBeUndefined();
		givingUp.abort();
		await waiting;
		expect(clock.held).toBe(0);
	});

	it('works on the real clock as well', async () => {
		const clock = realClock();
		const begin = clock.now();
		await clock.wait(begin + 5);
		expect(clock.now()).toBeGreaterThanOrEqual(begin + 4);
	});
});
