import type { Clock } from '../ports';

/**
 * The time by which something must be done. Made once for an item, when its work begins, and passed
 * to whatever waits or repeats.
 */
export type Deadline = {
	readonly clock: Clock;
	/** By the clock's `now`. */
	readonly at: number;
};

export function deadlineIn(clock: Clock, ms: number): Deadline {
	return { clock, at: clock.now() + ms };
}

/** Milliseconds until the deadline; 0 once it's over. */
export function leftMs({ at, clock }: Deadline): number {
	return Math.max(at - clock.now(), 0);
}

/** A later deadline: extra time to read a result that's already paid for. */
export function withGrace({ at, clock }: Deadline, graceMs: number): Deadline {
	return { clock, at: Math.max(at, clock.now()) + graceMs };
}
