import { isQueued } from '../api/lifecycle';
import type { CompletionWindow } from './durations';

type Step = { readonly fromAgeMs: number; readonly intervalMs: number };

/**
 * How long to wait before the next look at a task, by its age. Short tasks are seen soon after they
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

/** Looks at a task while it is likely to end, spread over the time that its like took. */
const LOOKS_AT_THE_END = 5;
const CLOSEST_MS = 100;
/** A task that fails early should not be noticed after minutes. */
const LONGEST_LEAP_MS = 20_000;

/** Milliseconds until a task of this age and status should be looked at again. */
export function nextPollDelayMs(
	ageMs: number,
	status: string | undefined,
	completionWindow?: CompletionWindow,
): number {
	const intervalMs =
		(completionWindow && likelyIntervalMs(ageMs, completionWindow)) ?? stepMs(ageMs);
	if (status === undefined || !isQueued(status)) return intervalMs;
	return Math.min(Math.max(intervalMs, QUEUED.min), QUEUED.max);
}

function stepMs(ageMs: number): number {
	const reached = STEPS.filter(({ fromAgeMs }) => ageMs >= fromAgeMs);
	return reached.at(-1)?.intervalMs ?? QUEUED.min;
}

/** Undefined when the task has outlived its like: then its age decides again. */
function likelyIntervalMs(ageMs: number, { fromMs, toMs }: CompletionWindow): number | undefined {
	const spreadMs = Math.max((toMs - fromMs) / LOOKS_AT_THE_END, CLOSEST_MS);
	if (ageMs >= Math.max(toMs, fromMs + spreadMs)) return undefined;
	// Where its like differ much, what they took says no more than the age does.
	if (ageMs >= fromMs) return Math.min(spreadMs, stepMs(ageMs));
	return Math.min(fromMs - ageMs + spreadMs / 2, LONGEST_LEAP_MS);
}
