import { deadlineIn } from '../../../client/resilience/deadline';
import { watchTransfer } from '../../../client/resilience/watchTransfer';

it('one timer at a time watches a transfer, however many pieces of a large file move', () => {
	let timers = 0;
	const sleep = (_: number, signal?: AbortSignal) =>
		new Promise<void>((resolve) => {
			timers += 1;
			signal?.addEventListener('abort', () => resolve());
		});
	const clock = { now: () => 0, wallNow: () => 0, random: () => 0.5, sleep };
	const watch = watchTransfer(deadlineIn(clock, 60_000), undefined);

	for (let piece = 0; piece < 1_000; piece++) watch.moved(64 * 1_024);
	watch.end();

	expect(timers).toBe(1);
});
