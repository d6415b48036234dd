import { createHeap } from './heap.mts';
import type { ServiceParameters } from './parameters.mts';

/** Where the tasks of an account run, and where they wait for that. */
export type Places = {
	/** How many more tasks there is room for. */
	readonly room: (now: number) => number;
	/** How long a task that is created now, while there is room, waits for a place. */
	readonly take: (now: number, durationMs: number) => number;
};

/** As the emulator counts: a task takes room from its create until it has ended, in the queue or not. */
export function createPlaces({
	places,
	queueLimit,
}: Pick<ServiceParameters, 'places' | 'queueLimit'>): Places {
	const ends = createHeap<undefined>();
	/** When each place is free again. */
	const free = createHeap<undefined>();
	for (let n = 0; n < places; n++) free.push(-Infinity, undefined);

	function room(now: number): number {
		while ((ends.next() ?? Infinity) <= now) ends.pop();
		return places + queueLimit - ends.size();
	}

	return {
		room,
		take(now, durationMs) {
			const startAt = Math.max(now, free.next() ?? now);
			free.pop();
			free.push(startAt + durationMs, undefined);
			ends.push(startAt + durationMs, undefined);
			return startAt - now;
		},
	};
}
