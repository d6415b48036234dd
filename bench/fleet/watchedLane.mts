import type { Lane } from '../../client/index.ts';

/** The lane, and how long its place was waited for, from the first attempt until the service took the task. */
export function watchedLane(lane: Lane, now: () => number) {
	let since: number | undefined;
	let until: number | undefined;
	const watched: Lane = {
		place(use) {
			const place = lane.place(use);
			return {
				...place,
				acquire(signal, deadline) {
					since ??= now();
					return place.acquire(signal, deadline);
				},
				accepted() {
					until ??= now();
					place.accepted();
				},
			};
		},
	};
	return { lane: watched, waitedMs: () => (until ?? now()) - (since ?? now()) };
}
