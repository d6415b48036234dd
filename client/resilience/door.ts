import type { Clock } from '../ports';
import { backoffMs } from './retry';
import { CREATE_SPREAD_MS, FORGET_REFUSALS_MS } from './timeLimits';

/**
 * Every create request passes a door on its way to the service. The door is open until the service
 * is full. From then on, each create needs a ticket, which the end of a task gives. If there are no
 * tickets, one create at a time may knock, after a pause that grows with the refusals.
 */
export type Door = {
	/** Infinite while it's open. */
	tickets: number;
	/** From this time on, one create at a time may knock: it passes without a ticket. */
	knockFrom: number;
	/** No create may pass before this time: the service asked for a pause, or refused a create. */
	silentUntil: number;
	/**
	 * Refusals in a row. Creates that were under way together are refused together, which counts
	 * once.
	 */
	refusals: number;
	refusedAt: number;
};

export type RefusedPass = {
	readonly sentAt: number;
	/** Whether the service has no room until a task ends. Otherwise, creates only pause. */
	readonly isFull: boolean;
	readonly retryAfterMs: number | undefined;
};

export function openDoor(): Door {
	return { tickets: Infinity, knockFrom: 0, silentUntil: 0, refusals: 0, refusedAt: -Infinity };
}

/** @param isUsed whether a create that has passed may still be refused */
export function isPassable(door: Door, now: number, isUsed: boolean): boolean {
	const { knockFrom, silentUntil, tickets } = door;
	return now >= silentUntil && (tickets > 0 || (now >= knockFrom && !isUsed));
}

export function pass(door: Door): void {
	door.tickets = Math.max(door.tickets - 1, 0);
}

export function giveTicket(door: Door): void {
	door.tickets += 1;
}

/**
 * Closes the door after a refusal. If the service is full, creates need tickets; otherwise, all of
 * them pause.
 */
export function refuseAt(door: Door, clock: Clock, refused: RefusedPass): void {
	const { isFull, retryAfterMs, sentAt } = refused;
	const now = clock.now();
	if (sentAt > door.refusedAt) door.refusals += 1;
	door.refusedAt = now;
	const pauseUntil = now + backoffMs(door.refusals, clock.random);
	if (isFull) Object.assign(door, { tickets: 0, knockFrom: pauseUntil });
	else door.silentUntil = Math.max(door.silentUntil, pauseUntil);
	if (retryAfterMs === undefined) return;
	const spreadMs = clock.random() * CREATE_SPREAD_MS;
	door.silentUntil = Math.max(door.silentUntil, now + retryAfterMs + spreadMs);
}

/** Whether nothing was refused for a minute, so that it's open again. */
export function isForgotten({ refusedAt, silentUntil }: Door, now: number): boolean {
	return now - refusedAt > FORGET_REFUSALS_MS && now >= silentUntil;
}
