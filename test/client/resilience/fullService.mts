import {
	createRateLimiter,
	withPlace,
	type RateLimiter,
} from '../../../client/resilience/rateLimiter';
import { createVirtualTime } from '../../virtualTime.mts';

/** A day at a service that takes a number of tasks at once, without HTTP. */
export type Day = {
	readonly executions: number;
	readonly places: number;
	readonly taskMs: number;
	/** How long a create is answered, and how late the end of a task is seen. */
	readonly answerMs: number;
	readonly lagMs: number;
	/** One for all executions, or one for each of them. */
	readonly isShared: boolean;
};

/** Executions of one task each that start within a second. */
export async function runDay(day: Day) {
	const time = createVirtualTime();
	const random = seeded(7);
	const clock = { now: time.now, wallNow: time.now, sleep: time.sleep, random };
	let [running, refused, accepted] = [0, 0, 0];
	const shared = createRateLimiter(clock);

	async function run(limiter: RateLimiter, startMs: number): Promise<number> {
		await time.sleep(startMs);
		const begun = time.now();
		await withPlace(limiter.lane(), { isTracked: true }, async (place) => {
			for (;;) {
				if (!(await place.acquire(undefined, begun + 3_600_000))) throw new Error('Too late');
				await time.sleep(day.answerMs / 2);
				const isFull = running >= day.places;
				if (!isFull) {
					running += 1;
					accepted += 1;
					time.after(day.taskMs, () => (running -= 1));
				}
				await time.sleep(day.answerMs / 2);
				if (!isFull) break;
				refused += 1;
				place.refused(undefined);
			}
			place.accepted();
			await time.sleep(day.taskMs - day.answerMs / 2 + 2 * random() * day.lagMs);
		});
		return time.now() - begun;
	}

	const startedAt = time.now();
	const waits = await Promise.all(
		Array.from({ length: day.executions }, (_, n) =>
			run(day.isShared ? shared : createRateLimiter(clock), (n * 1_000) / day.executions),
		),
	);
	const makespanMs = time.now() - startedAt;
	time.close();
	waits.sort((a, b) => a - b);
	const idealMs = (day.executions / day.places) * day.taskMs;
	return {
		refused: refused / accepted,
		makespan: makespanMs / idealMs,
		longest: (waits.at(-1) ?? NaN) / (waits[waits.length >> 1] ?? NaN),
	};
}

function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
		return state / 2 ** 31;
	};
}
