import { createHeap } from './heap.mts';

export type IdealWork = {
	/** In the order in which the tasks are started, in milliseconds. */
	readonly durations: readonly number[];
	/** The time over which they arrive evenly. */
	readonly arrivalMs: number;
	/** How many of them run at once. */
	readonly places: number;
};

/**
 * How long a scheduler takes that lets no place be empty while there is a task for it, and that
 * needs no time for that itself.
 */
export function idealMakespanMs({ durations, arrivalMs, places }: IdealWork): number {
	const free = createHeap<undefined>();
	for (let n = 0; n < Math.min(places, durations.length); n++) free.push(0, undefined);
	let endMs = 0;
	for (const [index, durationMs] of durations.entries()) {
		const arrivedMs = (index * arrivalMs) / durations.length;
		const startMs = Math.max(arrivedMs, free.next() ?? 0);
		free.pop();
		free.push(startMs + durationMs, undefined);
		endMs = Math.max(endMs, startMs + durationMs);
	}
	return endMs;
}
