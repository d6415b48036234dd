import { dropOldest, type CompletedTask } from '../../../client/index';

/** Sleeping executions whose callbacks come in at about the same time. */
const MAX_WAITS = 200;

/** By wait, then by request id; the wait that was looked at first is the first to be forgotten. */
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
