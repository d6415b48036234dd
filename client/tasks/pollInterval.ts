import { isQueued } from '../api/lifecycle';
import type { CompletionWindow } from './durations';
import { MAX_POLL_LEAP_MS, MIN_POLL_MS } from '../resilience/timeLimits';

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

/** Polls spread evenly over the expected completion window. */
const POLLS_AT_THE_END = 5;

/** Milliseconds until a task of this age and status should be polled again. */
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

/** Undefined once the task runs longer than any sample: the age-based interval applies again. */
function likelyIntervalMs(ageMs: number, { fromMs, toMs }: CompletionWindow): number | undefined {
	const spreadMs = Math.max((toMs - fromMs) / POLLS_AT_THE_END, MIN_POLL_MS);
	if (ageMs >= Math.max(toMs, fromMs + spreadMs)) return undefined;
	// Widely spread samples say no more than the age does.
	if (ageMs >= fromMs) return Math.min(spreadMs, stepMs(ageMs));
	return Math.min(fromMs - ageMs + spreadMs / 2, MAX_POLL_LEAP_MS);
}
