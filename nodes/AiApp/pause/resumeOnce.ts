import { dropOldest } from '../../../client/index';

/** A callback is repeated for about a minute; far fewer executions than this go on in that time. */
const MAX_WAITS = 2_000;

/** The waits that were ended in this process, oldest first. */
const ended = new Set<string>();

/**
 * Whether a wait was ended before. n8n looks only at whether an execution waits, not for what: a
 * delivery that was slow while the run continued and paused again at its next pause would otherwise
 * run everything between the two a second time, and pay for it.
 */
export function wasResumed(wait: string): boolean {
	return ended.has(wait);
}

/**
 * Claims the right to resume: true for the first caller alone. Call it last: nothing may be awaited
 * between this and the return to n8n.
 */
export function claimResume(wait: string): boolean {
	if (ended.has(wait)) return false;
	ended.add(wait);
	dropOldest(ended, MAX_WAITS);
	return true;
}
