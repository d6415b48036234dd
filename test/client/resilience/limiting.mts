import {
	createRateLimiter,
	type Lane,
	type RateLimiter,
} from '../../../client/resilience/rateLimiter';
import type { Place } from '../../../client/resilience/place';
import { createVirtualTime, type VirtualTime } from '../../virtualTime.mts';

const HOUR_MS = 3_600_000;

export const TASK = { isTracked: true };
export const CREATE = { isTracked: false };

/** A limiter on virtual time for each test of a file. */
export function useLimiter() {
	let time: VirtualTime;
	let limiter: RateLimiter;

	beforeEach(() => {
		time = createVirtualTime();
		limiter = createRateLimiter({
			now: time.now,
			wallNow: time.now,
			sleep: time.sleep,
			random: () => 0.5,
		});
	});

	afterEach(() => time.close());

	async function leaving(lane: Lane, use = TASK): Promise<Place> {
		const place = lane.place(use);
		expect(await place.acquire(undefined, time.now() + HOUR_MS)).toBe(true);
		return place;
	}

	return {
		get time() {
			return time;
		},
		get lane() {
			return limiter.lane;
		},
		leaving,
		/** How long somebody who comes now is kept waiting. */
		async waitOf(lane: Lane): Promise<number> {
			const from = time.now();
			const place = await leaving(lane, CREATE);
			place.release();
			return time.now() - from;
		},
		/** A service that takes this many tasks refuses one more. */
		async fill(lane: Lane, places: number): Promise<Place[]> {
			const tasks: Place[] = [];
			for (let n = 0; n < places; n++) {
				const task = await leaving(lane);
				task.accepted();
				tasks.push(task);
			}
			const refused = await leaving(lane);
			refused.refused(undefined);
			return tasks;
		},
	};
}
