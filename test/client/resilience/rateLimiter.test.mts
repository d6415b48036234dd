import { createRateLimiter } from '../../../client/resilience/rateLimiter';
import { createVirtualTime, type VirtualTime } from '../../virtualTime.mts';

let time: VirtualTime;

beforeEach(() => {
	time = createVirtualTime();
});

afterEach(() => time.close());

function paceWith(random = 0.5) {
	return createRateLimiter({ now: time.now, sleep: time.sleep, random: () => random });
}

/** How long somebody who comes now is kept waiting. */
async function waitOf(pace: ReturnType<typeof createRateLimiter>): Promise<number> {
	const from = time.now();
	await pace.ready(undefined, Infinity);
	return time.now() - from;
}

it('nobody waits before the first refusal', async () => {
	expect(await waitOf(paceWith())).toBe(0);
});

it('after a refusal everybody waits, and they leave apart', async () => {
	const spread = [0, 0.9];
	const pace = createRateLimiter({
		now: time.now,
		sleep: time.sleep,
		random: () => spread.shift() ?? 0.5,
	});
	pace.refused(1_000);

	const waits = await Promise.all([waitOf(pace), waitOf(pace)]);

	expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
	expect(Math.max(...waits)).toBeLessThanOrEqual(1_100);
	expect(new Set(waits).size).toBe(2);
});

it('the service is given the time that it asked for', async () => {
	const pace = paceWith();
	pace.refused(9_000);

	expect(await waitOf(pace)).toBeGreaterThanOrEqual(9_000);
});

it('nobody waits for a time that comes too late', async () => {
	const pace = paceWith();
	pace.refused(9_000);
	const from = time.now();

	expect(await pace.ready(undefined, from + 8_000)).toBe(false);
	expect(time.now()).toBe(from);
	expect(await pace.ready(undefined, from + 9_000)).toBe(true);
});

it('refusals of items that were under way together count as one', async () => {
	const [one, many] = [paceWith(), paceWith()];
	one.refused(undefined);
	for (let n = 0; n < 10; n++) many.refused(undefined);

	expect(await waitOf(many)).toBeLessThanOrEqual((await waitOf(one)) + 1_000);
});

it('refusals in a row make the waits longer, up to a cap, and an acceptance ends that', async () => {
	const pace = paceWith();
	const waits: number[] = [];
	for (let n = 0; n < 10; n++) {
		pace.refused(undefined);
		waits.push(await waitOf(pace));
	}

	expect(waits[3]).toBeGreaterThan(4 * (waits[0] ?? Infinity));
	expect(Math.max(...waits)).toBeLessThanOrEqual(30_100);
	pace.accepted();
	pace.refused(undefined);
	expect(await waitOf(pace)).toBeLessThanOrEqual(1_100);
});

it('a stopped execution waits no longer', async () => {
	const pace = paceWith();
	pace.refused(60_000);
	const stop = new AbortController();
	time.after(2_000, () => stop.abort());
	const from = time.now();

	await pace.ready(stop.signal, Infinity);

	expect(time.now() - from).toBe(2_000);
});
