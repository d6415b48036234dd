import { createRateLimiter } from '../../../client/resilience/rateLimiter';
import { createVirtualTime, type VirtualTime } from '../../virtualTime.mts';

let time: VirtualTime;

beforeEach(() => {
	time = createVirtualTime();
});

afterEach(() => time.close());

function limiterWith(random = 0.5) {
	return createRateLimiter({ now: time.now, sleep: time.sleep, random: () => random });
}

/** How long a new request has to wait. */
async function waitOf(rateLimiter: ReturnType<typeof createRateLimiter>): Promise<number> {
	const from = time.now();
	await rateLimiter.acquire(undefined, Infinity);
	return time.now() - from;
}

it('no request waits before the first refusal', async () => {
	expect(await waitOf(limiterWith())).toBe(0);
});

it('after a refusal all requests wait and are sent one by one', async () => {
	const spread = [0, 0.9];
	const rateLimiter = createRateLimiter({
		now: time.now,
		sleep: time.sleep,
		random: () => spread.shift() ?? 0.5,
	});
	rateLimiter.onThrottled(1_000);

	const waits = await Promise.all([waitOf(rateLimiter), waitOf(rateLimiter)]);

	expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
	expect(Math.max(...waits)).toBeLessThanOrEqual(1_100);
	expect(new Set(waits).size).toBe(2);
});

it('requests wait for the time in Retry-After', async () => {
	const rateLimiter = limiterWith();
	rateLimiter.onThrottled(9_000);

	expect(await waitOf(rateLimiter)).toBeGreaterThanOrEqual(9_000);
});

it("a request that would have to wait too long doesn't wait at all", async () => {
	const rateLimiter = limiterWith();
	rateLimiter.onThrottled(9_000);
	const from = time.now();

	expect(await rateLimiter.acquire(undefined, from + 8_000)).toBe(false);
	expect(time.now()).toBe(from);
	expect(await rateLimiter.acquire(undefined, from + 9_000)).toBe(true);
});

it('refusals of items that were sent at the same time count as one', async () => {
	const [one, many] = [limiterWith(), limiterWith()];
	one.onThrottled(undefined);
	for (let n = 0; n < 10; n++) many.onThrottled(undefined);

	expect(await waitOf(many)).toBeLessThanOrEqual((await waitOf(one)) + 1_000);
});

it('refusals in a row make the waits longer, up to a maximum, until a request is accepted', async () => {
	const rateLimiter = limiterWith();
	const waits: number[] = [];
	for (let n = 0; n < 10; n++) {
		rateLimiter.onThrottled(undefined);
		waits.push(await waitOf(rateLimiter));
	}

	expect(waits[3]).toBeGreaterThan(4 * (waits[0] ?? Infinity));
	expect(Math.max(...waits)).toBeLessThanOrEqual(30_100);
	rateLimiter.onAccepted();
	rateLimiter.onThrottled(undefined);
	expect(await waitOf(rateLimiter)).toBeLessThanOrEqual(1_100);
});

it('a stopped execution waits no longer', async () => {
	const rateLimiter = limiterWith();
	rateLimiter.onThrottled(60_000);
	const stop = new AbortController();
	time.after(2_000, () => stop.abort());
	const from = time.now();

	await rateLimiter.acquire(stop.signal, Infinity);

	expect(time.now() - from).toBe(2_000);
});
