import { dropOldest, type CompletedTask } from '../../../client/index';

/** Paused executions whose callbacks arrive at about the same time. */
const MAX_WAITS = 200;

/** By wait, then by request id; the oldest wait is forgotten first. */
const waits = new Map<string, Map<string, CompletedTask>>();

/** The ends that earlier callbacks of a wait have found, so that each is read from the service once. */
export function knownEnds(wait: string): Map<string, CompletedTask> {
	const known = waits.get(wait) ?? new Map<string, CompletedTask>();
	waits.set(wait, known);
	dropOldest(waits, MAX_WAITS);
	return known;
}

export function forgetEnds(wait: string): void {
	waits.delete(wait);
}
