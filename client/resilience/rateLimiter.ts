import type { Clock } from '../ports';
import { createGate } from './gate';
import { createPlace, type Place, type PlaceUse } from './place';

/** Lets the creates of an account leave as fast as the service takes them, in turn by execution. */
export type RateLimiter = {
	/** @param maxParallel the most tracked tasks of all lanes; asked for each tracked place */
	readonly lane: (maxParallel?: () => number) => Lane;
};

/** The way of one execution through the limiter. */
export type Lane = { readonly place: (use: PlaceUse) => Place };

export function createRateLimiter(clock: Clock): RateLimiter {
	const gate = createGate(clock);
	return {
		lane(maxParallel = () => Infinity) {
			const owner = {};
			return {
				place: (use) => {
					const limit = use.isTracked ? maxParallel() : Infinity;
					return createPlace(gate, { ...use, owner, maxParallel: limit });
				},
			};
		},
	};
}

/** Keeps a place while the work runs, however it ends. */
export async function withPlace<Result>(
	lane: Lane,
	use: PlaceUse,
	work: (place: Place) => Promise<Result>,
): Promise<Result> {
	const place = lane.place(use);
	return work(place).finally(place.release);
}
