import type { Clock } from '../../../client/ports';
import type { ManualClock } from '../../../emulator/index.mts';
import { clockOf } from '../../client/service.mts';
import { waitOn } from '../../virtualTime.mts';

export function clientClock(clock: ManualClock): Clock {
	return clockOf({ now: clock.now, sleep: (ms, signal) => waitOn(clock, ms, signal) });
}

/** Moves the clock from one callback to the next until the work has ended: there's no traffic to wait for. */
export async function finish<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
	let isOver = false;
	const ended = work.finally(() => (isOver = true));
	for (;;) {
		await new Promise((resolve) => setImmediate(resolve));
		if (isOver) return ended;
		const due = clock.nextDue();
		if (due === undefined) throw new Error('Everything waits, and nothing is due');
		await clock.advanceTo(due);
	}
}
