import type { EmulatorClock } from './clock.mts';

/** Appointments on a clock that can be called off together. */
export type Agenda = Pick<EmulatorClock, 'now' | 'at'> & { clear(): void };

export function createAgenda(clock: EmulatorClock): Agenda {
	const open = new Set<() => void>();

	function at(time: number, run: () => void): () => void {
		const callOff = clock.at(time, () => {
			open.delete(callOff);
			run();
		});
		open.add(callOff);
		return () => {
			open.delete(callOff);
			callOff();
		};
	}

	function clear(): void {
		for (const callOff of open) callOff();
		open.clear();
	}

	return { now: clock.now, at, clear };
}
