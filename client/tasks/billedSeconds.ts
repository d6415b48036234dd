import type { TaskStatus } from '../api/taskStatus';
import type { Section } from '../resilience/boundedStore';

/** Billed seconds of tasks of one app, the latest last. */
export type BilledSeconds = readonly number[];

/** What the latest tasks of an app cost. */
export type BilledSecondsSeen = {
	/** How many tasks there were. */
	readonly tasks: number;
	readonly median: number;
	readonly max: number;
};

type Ended = Pick<TaskStatus, 'status'> & Partial<Pick<TaskStatus, 'billedSeconds'>>;

const MAX_SAMPLES = 30;
/** Of a number in the memory of the process. */
const WEIGHT = 8;

/**
 * Billed seconds of apps, as long as `seen` holds them.
 * @param account separates what several accounts see of an app
 */
export function createBilledSeconds(seen: Section<BilledSeconds>, account: string) {
	const keyOf = (appId: number) => `${account}:${appId}`;

	return {
		/** Remembers what a task cost if it succeeded: the others end early. */
		record(appId: number | undefined, { status, billedSeconds }: Ended): void {
			if (appId === undefined || status !== 'Success' || billedSeconds === undefined) return;
			const key = keyOf(appId);
			const latest = [...(seen.get(key) ?? []), billedSeconds].slice(-MAX_SAMPLES);
			seen.set(key, latest, key.length + latest.length * WEIGHT);
		},
		/** Undefined if no task of the app was seen. */
		seen(appId: number): BilledSecondsSeen | undefined {
			const sorted = [...(seen.get(keyOf(appId)) ?? [])].sort((a, b) => a - b);
			const max = sorted.at(-1);
			return max === undefined
				? undefined
				: { tasks: sorted.length, median: medianOf(sorted), max };
		},
	};
}

/** Billed times are in milliseconds at most. */
function medianOf(sorted: readonly number[]): number {
	const half = sorted.length / 2;
	const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
	const mean = middle.reduce((sum, seconds) => sum + seconds / middle.length, 0);
	return Math.round(mean * 1000) / 1000;
}
