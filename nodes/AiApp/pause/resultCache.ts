import { dropOldest, type CompletedTask } from '../../../client/index';

/** Paused executions whose callbacks arrive at about the same time. */
const MAX_WAITS = 200;

/** By pause, then by request ID; the oldest pause is forgotten first. */
const waits = new Map<string, Map<string, CompletedTask>>();

/** The results that earlier callbacks of a pause have found, so that each is read only once. */
export function knownResults(wait: string): Map<string, CompletedTask> {
	const known = waits.get(wait) ?? new Map<string, CompletedTask>();
	waits.set(wait, known);
	dropOldest(waits, MAX_WAITS);
	return known;
}

export function forgetResults(wait: string): void {
	waits.delete(wait);
}
