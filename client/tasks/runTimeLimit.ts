import { phaseOf } from '../api/lifecycle';

/** A task may queue for hours, however short its limit is. */
const SHORTEST_LOOK_MS = 2_000;

/** How long a task may run once it was seen to run. */
export type RunTimeLimit = {
	/** To be called after each poll, with the last known status. */
	readonly isReached: (status: string | undefined, now: number) => boolean;
	/** The pause before the next poll: shorter where the task must be looked at earlier. */
	readonly shorten: (pauseMs: number, now: number) => number;
};

/**
 * The clock starts at the first poll that says Running, or a status that isn't known: it may be another
 * name of it. It counts this machine's time alone: a service whose clock is wrong mustn't have paid
 * work interrupted. So a task may run longer than the limit by the
 * time between two polls, and no poll is further away than the limit, or than two seconds.
 */
export function createRunTimeLimit(limitMs = Infinity): RunTimeLimit {
	let runsSince: number | undefined;
	return {
		isReached(status, now) {
			const { stopBy } = phaseOf(status ?? '');
			const isRunning = stopBy === 'interrupt' || stopBy === 'either';
			runsSince = isRunning ? (runsSince ?? now) : undefined;
			return runsSince !== undefined && now - runsSince >= limitMs;
		},
		shorten(pauseMs, now) {
			if (runsSince === undefined) return Math.min(pauseMs, Math.max(limitMs, SHORTEST_LOOK_MS));
			return Math.min(pauseMs, Math.max(runsSince + limitMs - now, 0));
		},
	};
}
