import type { Lane } from '../../../client/resilience/rateLimiter';
import type { Place } from '../../../client/resilience/place';
import { CREATE, TASK, useLimiter } from './limiting.mts';

const limiting = useLimiter();

async function task(lane: Lane): Promise<Place> {
	const place = await limiting.leaving(lane);
	place.accepted();
	return place;
}

/** Whether one more task may be created within a second. */
function mayLeave(lane: Lane, use = TASK): Promise<boolean> {
	return lane.place(use).acquire(undefined, limiting.time.now() + 1_000);
}

it('counts the tasks of all executions until they end', async () => {
	const { lane } = limiting;
	const [first, second] = [lane(() => 2), lane(() => 2)];
	const ended = await task(first);
	await task(second);

	expect(await mayLeave(first)).toBe(false);
	expect(await mayLeave(second)).toBe(false);
	ended.release();
	expect(await mayLeave(second)).toBe(true);
});

it('does not hold back what nobody waits for, nor an execution without a limit', async () => {
	const { lane } = limiting;
	await task(lane(() => 1));

	expect(await mayLeave(lane(() => 1))).toBe(false);
	expect(
		await mayLeave(
			lane(() => 1),
			CREATE,
		),
	).toBe(true);
	expect(await mayLeave(lane())).toBe(true);
});

it('counts a task of an earlier attempt, which does not wait', async () => {
	const { lane } = limiting;
	await task(lane(() => 1));
	const attached = lane(() => 1).place(TASK);
	attached.attach();

	expect(await mayLeave(lane(() => 2))).toBe(false);
	attached.release();
	expect(await mayLeave(lane(() => 2))).toBe(true);
});

it('one that gives up blocks nobody behind it', async () => {
	const { lane } = limiting;
	const only = await task(lane(() => 1));
	const shared = lane(() => 1);
	const impatient = shared.place(TASK).acquire(undefined, limiting.time.now() + 1_000);
	const patient = shared.place(TASK).acquire(undefined, limiting.time.now() + 60_000);
	limiting.time.after(5_000, only.release);

	expect(await impatient).toBe(false);
	expect(await patient).toBe(true);
});

it('lets executions take turns, and the items of each in order', async () => {
	const { lane } = limiting;
	const left: string[] = [];
	const [batch, form] = [lane(() => 1), lane(() => 1)];
	const only = await task(lane(() => 1));

	async function run(of: Lane, name: string): Promise<void> {
		const place = await task(of);
		left.push(name);
		await limiting.time.sleep(1_000);
		place.release();
	}

	const all = Array.from({ length: 5 }, (_, n) => run(batch, `batch ${n}`));
	all.push(run(form, 'form'));
	limiting.time.after(100, only.release);
	await Promise.all(all);

	expect(left).toEqual(['batch 0', 'form', 'batch 1', 'batch 2', 'batch 3', 'batch 4']);
});
