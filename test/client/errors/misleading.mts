import type { ErrorKind } from '../../../client/errors/kinds';

/** Results of a task without anything to fetch, so that only another task can help. */
const WORTH_ANOTHER_TASK = new Set<ErrorKind>([
	...([
		'failed',
		'canceled',
		'content_rejected',
		'output_failed',
		'expired',
		'execution_stopped',
	] as const),
]);

const DENIES_THE_CHARGE = /weren't charged/i;
/** "Don't run the app again" and "before you run this again" are the opposite. */
const SUGGESTS_ANOTHER = /(?<!don't |before you )\b(run|click)\b[^.]*\b(again|later|retry)\b/i;

/** Whether the texts about an existing task deny its charge, or suggest to pay for another one. */
export function misleads(kind: ErrorKind, words: string): boolean {
	// The one end of a task that is known to be free: it was canceled in the queue.
	if (kind === 'queue_timeout') return false;
	if (DENIES_THE_CHARGE.test(words)) return true;
	return SUGGESTS_ANOTHER.test(words) && !WORTH_ANOTHER_TASK.has(kind);
}
