import type { TaskStatus } from '../api/taskStatus';
import type { Section } from '../resilience/boundedStore';
import { leapMs } from './leap';

/** What earlier tasks of an app tell of the next one. */
export type DurationEstimator = {
	/** Remembers how long a task took, from creation to end, if it succeeded. */
	readonly record: (appId: number | undefined, task: Ended) => void;
	/** How long a task of this age can be left alone; undefined while too little is known of its app. */
	readonly leapMs: (appId: number | undefined, ageMs: number) => number | undefined;
};

/** Others also learn what it cost. */
type Ended = Pick<TaskStatus, 'status' | 'durationMs'> & Partial<Pick<TaskStatus, 'billedSeconds'>>;

/** Durations of one app in milliseconds, the latest last. */
export type Durations = readonly number[];

/** Before that, the age alone says when a task is polled. */
const MIN_SAMPLES = 3;
/** Old durations make way: an app that is loaded answers faster. */
const MAX_SAMPLES = 30;
/** What a record says is untrusted, and no task runs for longer. */
const LONGEST_MS = 24 * 60 * 60_000;
/** Of a number in the memory of the process. */
const WEIGHT = 8;

/**
 * Durations of apps, as long as `seen` holds them. The executions that share it learn from each other.
 * @param account separates what several accounts see of an app
 */
export function createDurationEstimator(
	seen: Section<Durations>,
	account: string,
): DurationEstimator {
	const keyOf = (appId: number) => `${account}:${appId}`;

	return {
		record(appId, { status, durationMs = -1 }) {
			if (appId === undefined || status !== 'Success') return;
			if (durationMs < 0 || durationMs > LONGEST_MS) return;
			const key = keyOf(appId);
			const latest = [...(seen.get(key) ?? []), durationMs].slice(-MAX_SAMPLES);
			seen.set(key, latest, key.length + latest.length * WEIGHT);
		},
		leapMs(appId, ageMs) {
			const durations = (appId !== undefined && seen.get(keyOf(appId))) || [];
			return durations.length < MIN_SAMPLES ? undefined : leapMs(ageMs, durations);
		},
	};
}
