import { getEventListeners } from 'node:events';
import { withSlot, type ExecutionQueue } from '../../../client/resilience/rateLimiter';
import {
	accepted,
	CREATE,
	fill,
	FULL,
	HOUR,
	leaving,
	maySend,
	NO_NODE,
	OTHER_APP,
	queue,
	sent,
	TASK,
	time,
	TOO_FAST,
	useLimiter,
	waitOf,
} from './limiter.mts';

useLimiter();

describe('before the first refusal', () => {
	it('nobody waits', async () => {
		expect(await waitOf()).toBe(0);
	});

	it('four creates are sent without an answer, and the next one after an answer', async () => {
		const from = time.now();

		const leftAt = await leaving(9, 100);

		expect(leftAt.map((at) => at - from)).toEqual([0, 0, 0, 0, 100, 100, 100, 100, 200]);
	});

	it('after many creates were accepted and none waited any more, there are four again', async () => {
		await leaving(30, 10);
		const from = time.now();

		const leftAt = await leaving(6, 100);

		expect(leftAt.map((at) => at - from)).toEqual([0, 0, 0, 0, 100, 100]);
	});

	it('a create that is not refused within a second counts as a task', async () => {
		const from = time.now();
		for (let n = 0; n < 9; n++) await sent();

		expect(time.now() - from).toBe(2_000);
		expect(await maySend(queue(9))).toBe(false);
	});
});

describe('after a refusal', () => {
	it('other executions wait too', async () => {
		(await sent()).refused(FULL);

		expect(await waitOf()).toBeGreaterThanOrEqual(500);
	});

	it('the end of a task lets the next create leave at once', async () => {
		const [task] = await fill(3);
		time.after(100, () => task?.release());

		expect(await waitOf()).toBe(100);
	});

	it('a create that keeps no slot lets the next one leave as soon as it is accepted', async () => {
		const [task] = await fill(3);
		await time.sleep(10);
		task?.release();
		(await sent(queue(), CREATE)).accepted();

		expect(await waitOf()).toBe(0);
	});

	it('creates beyond what the service took leave one by one after a pause', async () => {
		await fill(3);
		const from = time.now();

		const leftAt = await leaving(4, 10);

		expect(leftAt.map((at) => at - from)).toEqual([750, 760, 770, 780]);
	});

	it('creates up to what was accepted since are sent together', async () => {
		const tasks = [...(await fill(1)), await accepted(), await accepted()];
		for (const task of tasks) task.release();
		const from = time.now();

		expect(await leaving(4, 10)).toEqual([from, from, from, from + 10]);
	});

	it('the service is given the longest time that it asked for, also if a task has ended', async () => {
		const [task] = await fill(3);
		await time.sleep(1_000);
		const refused = await sent();
		refused.refused({ ...FULL, retryAfterMs: 9_000 });
		refused.refused({ ...FULL, retryAfterMs: 2_000 });
		task?.release();

		// Executions of other workers were told the same time: each waits up to 100 ms more.
		expect(await waitOf()).toBe(9_050);
	});

	it('nobody waits for a time that comes too late', async () => {
		(await sent()).refused({ ...FULL, retryAfterMs: 9_000 });
		const from = time.now();

		expect(
			await queue()
				.slot(TASK)
				.acquire(undefined, from + 8_000),
		).toBe(false);
		expect(time.now()).toBe(from);
		expect(
			await queue()
				.slot(TASK)
				.acquire(undefined, from + 9_100),
		).toBe(true);
	});

	it('refusals of creates that were under way together count as one', async () => {
		const slots = [await sent(), await sent(), await sent()];
		for (const slot of slots) slot.refused(FULL);

		expect(await waitOf()).toBe(750);
	});

	it('refusals in a row make the pauses longer, up to a cap, and an acceptance ends that', async () => {
		const waits: number[] = [];
		for (let n = 0; n < 10; n++) {
			const from = time.now();
			const slot = await sent(queue(), CREATE);
			waits.push(time.now() - from);
			slot.refused(FULL);
		}

		expect(waits.slice(0, 6)).toEqual([0, 750, 1_500, 3_000, 6_000, 12_000]);
		expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
		(await sent(queue(), CREATE)).accepted();
		(await sent(queue(), CREATE)).refused(FULL);
		expect(await waitOf()).toBeLessThanOrEqual(1_000);
	});

	it('what it has taught is forgotten after a minute without another one', async () => {
		await fill(3);
		await time.sleep(60_001);
		const from = time.now();

		expect(await leaving(4, 10)).toEqual([from, from, from, from]);
	});

	it('a time that the service asked for is kept, also if it is longer than a minute', async () => {
		(await sent()).refused({ ...FULL, retryAfterMs: 120_000 });
		await time.sleep(61_000);

		expect(await waitOf()).toBe(59_050);
	});
});

it('while others wait, half as many creates as were accepted are sent without an answer', async () => {
	const from = time.now();

	const leftAt = (await leaving(60, 100)).map((at) => at - from);

	const atOnce = [...new Set(leftAt)].map((at) => leftAt.filter((each) => each === at).length);
	expect(atOnce.slice(0, 4)).toEqual([4, 4, 4, 6]);
	expect(Math.max(...atOnce)).toBeLessThanOrEqual(30);
});

describe('a refusal of one app', () => {
	it('holds up none of another app, and its own until a pause is over', async () => {
		(await sent()).refused(NO_NODE);
		const from = time.now();

		await sent(queue(), OTHER_APP);
		expect(time.now()).toBe(from);
		await sent();
		expect(time.now() - from).toBe(750);
	});

	it('lets one of its creates knock at a time, although others are under way', async () => {
		const tasks = [await sent(), await sent()];
		for (const task of tasks) task.refused(NO_NODE);
		await time.sleep(1_000);
		await sent(queue(), OTHER_APP);

		const knock = await sent();
		expect(await maySend(queue(), OTHER_APP)).toBe(true);
		const from = time.now();
		time.after(300, knock.accepted);
		await sent();
		expect(time.now() - from).toBe(300);
	});

	it('leaves the slot of a task that ends to the next one of this app, at once', async () => {
		const task = await accepted();
		(await sent()).refused(NO_NODE);
		time.after(100, task.release);

		expect(await waitOf()).toBe(100);
	});

	it('takes no slot from those who wait for the end of a task of the account', async () => {
		const [task] = await fill(2);
		const refused = queue().slot(OTHER_APP);
		const leaves = refused.acquire(undefined, time.now() + HOUR);
		task?.release();
		expect(await leaves).toBe(true);
		refused.refused(NO_NODE);

		expect(await waitOf()).toBe(0);
	});
});

it('a create of an app that is refused after a while leaves its slot to one of another app at once', async () => {
	const refused = await sent(queue(1));
	time.after(2_000, () => refused.refused(NO_NODE));
	const from = time.now();

	await sent(queue(1), OTHER_APP);

	expect(time.now() - from).toBe(2_000);
});

it('what a refusal of one app has taught is forgotten after a minute', async () => {
	(await sent()).refused(NO_NODE);
	await time.sleep(60_001);
	const from = time.now();

	expect(await leaving(4, 10)).toEqual([from, from, from, from]);
});

describe('a refusal for the pace', () => {
	it('is followed by longer pauses until a create is accepted', async () => {
		(await sent()).refused(TOO_FAST);
		(await sent()).refused(TOO_FAST);
		const from = time.now();

		const last = await sent();
		expect(time.now() - from).toBe(1_500);
		last.accepted();
		(await sent()).refused(TOO_FAST);
		expect(await waitOf()).toBe(750);
	});

	it('shortens no time that the service asked for', async () => {
		const slots = [await sent(), await sent()];
		slots[0]?.refused({ ...TOO_FAST, retryAfterMs: 9_000 });
		slots[1]?.refused(TOO_FAST);

		expect(await waitOf()).toBe(9_050);
	});
});

describe('in turn', () => {
	/** Runs tasks of a second, one at a time, and notes in which order they were sent. */
	async function orderOf(creates: ReadonlyArray<readonly [ExecutionQueue, string]>) {
		const order: string[] = [];
		const only = await accepted(queue(1));
		time.after(100, only.release);
		await Promise.all(
			creates.map(async ([from, name]) => {
				const slot = await accepted(from);
				order.push(name);
				await time.sleep(1_000);
				slot.release();
			}),
		);
		return order;
	}

	it('executions share, and the items of each leave in order', async () => {
		const [batch, form] = [queue(1), queue(1)];
		const items = Array.from({ length: 5 }, (_, n) => [batch, `batch ${n}`] as const);

		expect(await orderOf([...items, [form, 'form']])).toEqual([
			...['batch 0', 'form', 'batch 1', 'batch 2', 'batch 3', 'batch 4'],
		]);
	});

	it('an execution that starts later comes after those that have waited since', async () => {
		const [batch, other] = [queue(1), queue(1)];
		(await accepted(batch)).release();
		const late = queue(1);

		expect(
			await orderOf([
				[late, 'late'],
				[batch, 'batch'],
				[other, 'other'],
			]),
		).toEqual(['other', 'late', 'batch']);
	});

	it('a create that was refused lets those of other executions leave first', async () => {
		const other = queue().slot(TASK);
		const refused = await sent();
		refused.refused(FULL);

		const leaving = [refused, other].map(async (slot) => {
			await slot.acquire(undefined, time.now() + HOUR);
			return slot;
		});
		expect(await Promise.race(leaving)).toBe(other);
	});
});

describe('the limit of all executions', () => {
	it('counts the tasks of all executions until they end', async () => {
		const ended = await accepted(queue(2));
		await accepted(queue(2));

		expect(await maySend(queue(2))).toBe(false);
		ended.release();
		expect(await maySend(queue(2))).toBe(true);
	});

	it('does not hold back what nobody waits for, nor an execution without a limit', async () => {
		await accepted(queue(1));

		expect(await maySend(queue(1))).toBe(false);
		expect(await maySend(queue(1), CREATE)).toBe(true);
		expect(await maySend()).toBe(true);
	});

	it('counts a task of an earlier attempt, which does not wait', async () => {
		await accepted(queue(1));
		const attached = queue(1).slot(TASK);
		attached.attach();

		expect(await maySend(queue(2))).toBe(false);
		attached.release();
		expect(await maySend(queue(2))).toBe(true);
	});

	it('counts no task that has ended twice', async () => {
		const [ended] = [await accepted(queue(2)), await accepted(queue(2))];
		ended.release();
		ended.release();
		ended.accepted();

		expect(await maySend(queue(2))).toBe(true);
		expect(await maySend(queue(2))).toBe(false);
	});

	it('counts a task until its end however the work ends', async () => {
		const fails = withSlot(queue(1), TASK, async (slot) => {
			await slot.acquire(undefined, time.now() + HOUR);
			throw new Error('failed');
		});

		await expect(fails).rejects.toThrow('failed');
		expect(await maySend(queue(1))).toBe(true);
	});
});

describe('a create that gives up', () => {
	it('at its deadline blocks nobody behind it', async () => {
		const only = await accepted(queue(1));
		const shared = queue(1);
		const impatient = shared.slot(TASK).acquire(undefined, time.now() + 1_000);
		const patient = shared.slot(TASK).acquire(undefined, time.now() + 60_000);
		time.after(5_000, only.release);

		expect(await impatient).toBe(false);
		expect(await patient).toBe(true);
	});

	it('because its execution was stopped waits no longer, and leaves nothing that waits', async () => {
		(await sent()).refused({ ...FULL, retryAfterMs: 60_000 });
		const stop = new AbortController();
		time.after(2_000, () => stop.abort());
		const from = time.now();

		const waiting = queue().slot(TASK);
		expect(await waiting.acquire(stop.signal, from + HOUR)).toBe(false);

		expect(time.now() - from).toBe(2_000);
		expect(await waiting.acquire(stop.signal, from + HOUR)).toBe(false);
		expect(await waitOf()).toBeGreaterThan(50_000);
	});

	it('leaves nothing that sleeps or listens if it was the last one', async () => {
		await fill(1);
		const stop = new AbortController();
		const waiting = queue()
			.slot(TASK)
			.acquire(stop.signal, HOUR + time.now());
		expect(time.clock.nextDue()).toBeDefined();

		stop.abort();
		expect(await waiting).toBe(false);

		expect(time.clock.nextDue()).toBeUndefined();
		expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
	});
});
