import { dropOldest } from '../../../client/index';

/** A callback is repeated for about a minute; far fewer executions than this resume in that time. */
const MAX_WAITS = 2_000;

/** The pauses that this process has resumed, oldest first. */
const resumed = new Set<string>();

/**
 * Whether an execution was already resumed from this pause. n8n checks only that an execution is
 * waiting, not where: a slow duplicate that arrives during the next pause would otherwise run
 * everything between the two a second time, and pay for it.
 */
export function wasResumed(wait: string): boolean {
	return resumed.has(wait);
}

/**
 * Claims the right to resume: true only for the first caller. Call it last: nothing may be awaited
 * between this and the return to n8n.
 */
export function claimResume(wait: string): boolean {
	if (resumed.has(wait)) return false;
	resumed.add(wait);
	dropOldest(resumed, MAX_WAITS);
	return true;
}
