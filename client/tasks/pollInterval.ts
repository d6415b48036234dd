import { isQueued } from '../api/lifecycle';

type Step = { readonly fromAgeMs: number; readonly intervalMs: number };

/**
 * How long to wait before the next poll of a task, by its age. Short tasks are seen soon after they
 * end, long ones do not cost a hundred calls.
 */
const STEPS: readonly Step[] = [
	{ fromAgeMs: 0, intervalMs: 1_000 },
	{ fromAgeMs: 900, intervalMs: 600 },
	{ fromAgeMs: 3_000, intervalMs: 1_000 },
	{ fromAgeMs: 10_500, intervalMs: 3_100 },
	{ fromAgeMs: 120_000, intervalMs: 5_000 },
	{ fromAgeMs: 600_000, intervalMs: 10_000 },
];

/** Spec, Limits: 1 to 3 s while Queuing. */
const QUEUED = { min: 1_000, max: 3_000 };

/** Milliseconds until a task of this age should be polled again, if nothing is known of its app. */
export function intervalMs(ageMs: number): number {
	const reached = STEPS.filter(({ fromAgeMs }) => ageMs >= fromAgeMs);
	return reached.at(-1)?.intervalMs ?? QUEUED.min;
}

/**
 * Milliseconds until a task of this age and status should be polled again.
 * @param delayMs what past tasks of its app tell instead
 */
export function nextPollDelayMs(
	ageMs: number,
	status: string | undefined,
	delayMs = intervalMs(ageMs),
): number {
	// Before the first poll, the task may be queued, but there's no poll to keep a distance from.
	if (status === undefined) return Math.min(delayMs, QUEUED.max);
	return isQueued(status) ? Math.min(Math.max(delayMs, QUEUED.min), QUEUED.max) : delayMs;
}
