import { createHeap } from './heap.mts';

/** Virtual time for hundreds of thousands of waits: it jumps to the next one when nothing else is left. */
export type Schedule = {
	readonly now: () => number;
	readonly at: (time: number, run: () => void) => void;
	/** Resolves after `ms`, or as soon as the signal is aborted. */
	readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
	/** Moves the time until the work is done. @throws if nothing is left that it could wait for */
	readonly runUntil: <Result>(work: Promise<Result>) => Promise<Result>;
};

type Alarm = { run: (() => void) | undefined };

const START = Date.UTC(2026, 0, 14, 2, 53, 35);

export function createSchedule(): Schedule {
	const alarms = createHeap<Alarm>();
	let now = START;

	function set(time: number, run: () => void): Alarm {
		const alarm = { run };
		alarms.push(Math.max(time, now), alarm);
		return alarm;
	}

	function sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted || ms <= 0) return Promise.resolve();
		return new Promise((resolve) => {
			const alarm: Alarm = set(now + ms, wake);
			signal?.addEventListener('abort', wake);
			function wake(): void {
				// What was called off stays in the queue, and must hold nothing there.
				alarm.run = undefined;
				signal?.removeEventListener('abort', wake);
				resolve();
			}
		});
	}

	async function runUntil<Result>(work: Promise<Result>): Promise<Result> {
		let isOver = false;
		const watched = work.finally(() => (isOver = true));
		for (;;) {
			// All promises that are settled by now are followed before the next turn of the event loop.
			await new Promise((resolve) => setImmediate(resolve));
			if (isOver) return watched;
			const next = alarms.next();
			if (next === undefined) throw new Error('Nothing is left to wait for.');
			now = next;
			while (alarms.next() === now) alarms.pop()?.run?.();
		}
	}

	return { now: () => now, at: (time, run) => void set(time, run), sleep, runUntil };
}
