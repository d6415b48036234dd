import { withPlace } from '../../../client/resilience/rateLimiter';
import { CREATE, TASK, useLimiter } from './limiting.mts';

const limiting = useLimiter();

const HOUR = 3_600_000;

it('nobody waits before the first refusal', async () => {
	expect(await limiting.waitOf(limiting.lane())).toBe(0);
});

it('a refusal slows other executions too', async () => {
	(await limiting.leaving(limiting.lane())).refused(undefined);

	expect(await limiting.waitOf(limiting.lane())).toBeGreaterThanOrEqual(500);
});

it('the service is given the time that it asked for, also where a task has ended', async () => {
	const [task] = await limiting.fill(limiting.lane(), 3);
	const refused = await limiting.leaving(limiting.lane());
	refused.refused(9_000);
	task?.release();

	expect(await limiting.waitOf(limiting.lane())).toBeGreaterThanOrEqual(9_000);
});

it('nobody waits for a time that comes too late', async () => {
	(await limiting.leaving(limiting.lane())).refused(9_000);
	const from = limiting.time.now();

	expect(
		await limiting
			.lane()
			.place(TASK)
			.acquire(undefined, from + 8_000),
	).toBe(false);
	expect(limiting.time.now()).toBe(from);
	expect(
		await limiting
			.lane()
			.place(TASK)
			.acquire(undefined, from + 9_100),
	).toBe(true);
});

it('refusals of items that were under way together count as one', async () => {
	const lane = limiting.lane();
	const places = [await limiting.leaving(lane), await limiting.leaving(lane)];
	for (const place of places) place.refused(undefined);

	expect(await limiting.waitOf(lane)).toBeLessThanOrEqual(1_000);
});

it('refusals in a row make the waits longer, up to a cap, and an acceptance ends that', async () => {
	const lane = limiting.lane();
	const waits: number[] = [];
	for (let n = 0; n < 10; n++) {
		const from = limiting.time.now();
		const place = await limiting.leaving(lane, CREATE);
		waits.push(limiting.time.now() - from);
		place.refused(undefined);
	}

	expect(waits[4]).toBeGreaterThan(4 * (waits[1] ?? Infinity));
	expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
	(await limiting.leaving(lane, CREATE)).accepted();
	(await limiting.leaving(lane, CREATE)).refused(undefined);
	expect(await limiting.waitOf(lane)).toBeLessThanOrEqual(1_000);
});

it('a stopped execution waits no longer, and leaves nothing that waits', async () => {
	(await limiting.leaving(limiting.lane())).refused(60_000);
	const stop = new AbortController();
	limiting.time.after(2_000, () => stop.abort());
	const from = limiting.time.now();

	const waiting = limiting.lane().place(TASK);
	expect(await waiting.acquire(stop.signal, from + HOUR)).toBe(false);

	expect(limiting.time.now() - from).toBe(2_000);
	expect(await waiting.acquire(stop.signal, from + HOUR)).toBe(false);
	expect(await limiting.waitOf(limiting.lane())).toBeGreaterThan(50_000);
});

it('leaves no sleeper when all executions have ended', async () => {
	const [task] = await limiting.fill(limiting.lane(), 1);
	const stop = new AbortController();
	const waiting = limiting
		.lane()
		.place(TASK)
		.acquire(stop.signal, HOUR + limiting.time.now());
	expect(limiting.time.clock.nextDue()).toBeDefined();

	stop.abort();
	expect(await waiting).toBe(false);
	task?.release();

	expect(limiting.time.clock.nextDue()).toBeUndefined();
});

it('gives its place back however the work ends', async () => {
	const lane = limiting.lane(() => 1);
	const fails = withPlace(lane, TASK, async (place) => {
		await place.acquire(undefined, HOUR);
		throw new Error('failed');
	});

	await expect(fails).rejects.toThrow('failed');
	expect((await limiting.leaving(lane)).release).toBeDefined();
});
