import type { Clock } from '../ports';

/**
 * Until when something may take. Made once for an item, when its work begins; whatever waits or repeats
 * is given it.
 */
export type Deadline = {
	readonly clock: Clock;
	/** By the clock's `now`. */
	readonly at: number;
};

export function deadlineIn(clock: Clock, ms: number): Deadline {
	return { clock, at: clock.now() + ms };
}

/** Milliseconds; none once it's over. */
export function leftMs({ at, clock }: Deadline): number {
	return Math.max(at - clock.now(), 0);
}

/** A later one for what is paid for already. */
export function withGrace({ at, clock }: Deadline, graceMs: number): Deadline {
	return { clock, at: Math.max(at, clock.now()) + graceMs };
}
