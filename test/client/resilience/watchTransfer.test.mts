import { deadlineIn } from '../../../client/resilience/deadline';
import { watchTransfer } from '../../../client/resilience/watchTransfer';
import { manualClock } from '../../../emulator/index.mts';
import { waitOn } from '../../virtualTime.mts';
import { clockOf } from '../service.mts';

it('one timer at a time watches a transfer, however many pieces of a large file move', () => {
	let timers = 0;
	const sleep = (_: number, signal?: AbortSignal) =>
		new Promise<void>((resolve) => {
			timers += 1;
			signal?.addEventListener('abort', () => resolve());
		});
	const clock = { now: () => 0, wallNow: () => 0, random: () => 0.5, sleep };
	const watch = watchTransfer(deadlineIn(clock, 60_000), undefined);

	for (let piece = 0; piece < 1_000; piece++) watch.moved();
	watch.end();

	expect(timers).toBe(1);
});

it('a transfer that moved for minutes, and then falls silent, is broken off a minute later', async () => {
	const time = manualClock();
	const clock = clockOf({ now: time.now, sleep: (ms, signal) => waitOn(time, ms, signal) });
	const watch = watchTransfer(deadlineIn(clock, 60 * 60_000), undefined);

	for (let minute = 0; minute < 4; minute++) {
		watch.moved();
		await time.advance(50_000);
	}
	await time.advance(9_000);
	expect(watch.brokenBy()).toBeUndefined();

	await time.advance(2_000);
	expect(watch.brokenBy()).toBe('silent');
	expect(watch.signal.aborted).toBe(true);
});
