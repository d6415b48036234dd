import type { EmulatorClock } from './clock.mts';

/** Timers that can be canceled together. */
export type Timers = Pick<EmulatorClock, 'now' | 'at'> & { clear(): void };

export function createTimers(clock: EmulatorClock): Timers {
	const pending = new Set<() => void>();

	function at(time: number, run: () => void): () => void {
		const cancel = clock.at(time, () => {
			pending.delete(cancel);
			run();
		});
		pending.add(cancel);
		return () => {
			pending.delete(cancel);
			cancel();
		};
	}

	function clear(): void {
		for (const cancel of pending) cancel();
		pending.clear();
	}

	return { now: clock.now, at, clear };
}
