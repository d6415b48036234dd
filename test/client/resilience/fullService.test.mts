import {
	createRateLimiter,
	type Place,
	type RateLimiter,
	withPlace,
} from '../../../client/resilience/rateLimiter';
import { createVirtualTime } from '../../virtualTime.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

/** How long a create is answered, and how late the end of a task is seen. */
type Latency = { readonly answerMs: number; readonly lagMs: number };

const [EXECUTIONS, PLACES, TASK_MS] = [200, 10, 2_000];
const HOUR = 3_600_000;

/** A service that takes a number of tasks at once, without HTTP. */
function fullService({ after, sleep }: ReturnType<typeof createVirtualTime>, answerMs: number) {
	const counts = { running: 0, accepted: 0, refused: 0 };

	/** Whether the create is accepted. */
	async function create(): Promise<boolean> {
		await sleep(answerMs / 2);
		const isAccepted = counts.running < PLACES;
		counts[isAccepted ? 'accepted' : 'refused'] += 1;
		if (isAccepted) {
			counts.running += 1;
			after(TASK_MS, () => (counts.running -= 1));
		}
		await sleep(answerMs / 2);
		return isAccepted;
	}

	return { counts, create };
}

/** Executions of one task each that start within a second. */
async function runDay({ answerMs, lagMs }: Latency, isShared: boolean) {
	const time = createVirtualTime();
	const random = seeded(7);
	const clock = { now: time.now, wallNow: time.now, sleep: time.sleep, random };
	const service = fullService(time, answerMs);
	const shared = createRateLimiter(clock);

	async function run(place: Place, begun: number): Promise<void> {
		for (;;) {
			if (!(await place.acquire(undefined, begun + HOUR))) throw new Error('Too late');
			if (await service.create()) break;
			place.refused({ speaksOf: 'tasks', retryAfterMs: undefined });
		}
		place.accepted();
		await time.sleep(TASK_MS - answerMs / 2 + 2 * random() * lagMs);
	}

	async function execution(limiter: RateLimiter, startMs: number): Promise<number> {
		await time.sleep(startMs);
		const begun = time.now();
		await withPlace(limiter.executionQueue(), { app: 1, isTracked: true }, (place) =>
			run(place, begun),
		);
		return time.now() - begun;
	}

	const startedAt = time.now();
	const waits = await Promise.all(
		Array.from({ length: EXECUTIONS }, (_, n) =>
			execution(isShared ? shared : createRateLimiter(clock), (n * 1_000) / EXECUTIONS),
		),
	);
	const makespanMs = time.now() - startedAt;
	time.close();
	waits.sort((a, b) => a - b);
	return {
		accepted: service.counts.accepted,
		refused: service.counts.refused / service.counts.accepted,
		makespan: makespanMs / ((EXECUTIONS / PLACES) * TASK_MS),
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

describe.each([
	{ answerMs: 20, lagMs: 50, mostMakespan: 1.1 },
	{ answerMs: 50, lagMs: 100, mostMakespan: 1.15 },
	// Places are empty while a create is under way, so nobody could be as fast as the ideal.
	{ answerMs: 500, lagMs: 100, mostMakespan: 1.25 },
])('creates that are answered within $answerMs ms, and ends seen $lagMs ms late', (latency) => {
	it('one limiter for 200 executions keeps ten places full, and is hardly refused', async () => {
		const day = await runDay(latency, true);

		expect(day.accepted).toBe(EXECUTIONS);
		expect(day.refused).toBeLessThanOrEqual(0.1);
		expect(day.makespan).toBeLessThanOrEqual(latency.mostMakespan);
		expect(day.longest).toBeLessThanOrEqual(2);
	});

	it('a limiter for each of them is refused fifty times as often, and takes far longer', async () => {
		const day = await runDay(latency, false);

		expect(day.refused).toBeGreaterThan(2.5);
		expect(day.makespan).toBeGreaterThan(1.5);
	});
});

const service = useService();

it('200 executions at once, ten places: hardly a refusal, and each has one task', async () => {
	service.emulator.setLimits({ parallelTasks: PLACES });
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: TASK_MS });
	const limiter = createRateLimiter(service.clock);
	const works = Array.from({ length: EXECUTIONS }, () => createWork(service, undefined, limiter));

	const ends = await Promise.all(works.map((work) => work.run()));

	const ids = new Set(ends.map(({ result }) => result.requestId));
	expect(ids.size).toBe(EXECUTIONS);
	expect(service.emulator.tasks()).toHaveLength(EXECUTIONS);
	const refused = service.requests('create').filter(({ status }) => status === 429);
	expect(refused.length).toBeLessThanOrEqual(0.1 * EXECUTIONS);
	expect(refused.length).toBeGreaterThan(0);
});

it('a place is free when its task has ended, before the outputs are read', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: TASK_MS });
	service.emulator.addFault({ on: 'outputs', effect: { type: 'delay', ms: 20_000 }, times: 1 });
	const { executionQueue } = createRateLimiter(service.clock);
	const limiter = { executionQueue: () => executionQueue(() => 1) };
	const begun = service.time.now();

	await Promise.all([0, 1].map(() => createWork(service, undefined, limiter).run()));

	const [, second] = service.requests('create');
	expect((second?.at ?? Infinity) - begun).toBeLessThan(10_000);
});
