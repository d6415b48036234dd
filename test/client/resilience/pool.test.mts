import { runPool } from '../../../client/resilience/pool';
import { createVirtualTime, type VirtualTime } from '../../virtualTime.mts';

let time: VirtualTime;
beforeEach(() => {
	time = createVirtualTime();
});
afterEach(() => time.close());

it('returns the outcomes in input order, however long each takes', async () => {
	const outcomes = await runPool([300, 100, 200], 3, async (ms) => {
		await time.sleep(ms);
		return ms;
	});

	expect(outcomes).toEqual([300, 100, 200].map((value) => ({ ok: true, value })));
});

it.each([
	[1, 1],
	[3, 3],
	[2.9, 2],
	[100, 10],
	[0, 1],
	[-5, 1],
	[NaN, 1],
])(
	'processes a limited number of items at the same time: limit %d, %d at once',
	async (limit, most) => {
		let working = 0;
		let mostAtOnce = 0;
		const items = Array.from({ length: 10 }, (_, index) => index);

		const outcomes = await runPool(items, limit, async () => {
			mostAtOnce = Math.max(mostAtOnce, ++working);
			await time.sleep(100);
			working--;
		});

		expect(mostAtOnce).toBe(most);
		expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(10);
	},
);

it("a failed item doesn't affect the others", async () => {
	const refusal = new Error('no');

	const outcomes = await runPool([1, 2, 3], 2, async (item) => {
		if (item === 2) throw refusal;
		return item;
	});

	expect(outcomes).toEqual([
		{ ok: true, value: 1 },
		{ ok: false, error: refusal },
		{ ok: true, value: 3 },
	]);
});

it('starts no new item after it is stopped, and finishes those in progress', async () => {
	const begun: number[] = [];
	const outcomes = await runPool(
		[1, 2, 3, 4],
		2,
		async (item) => {
			begun.push(item);
			await time.sleep(item * 100);
			if (item === 1) throw new Error('no');
		},
		(outcome) => outcome.ok,
	);

	expect(begun).toEqual([1, 2]);
	expect(outcomes.map((outcome) => outcome?.ok)).toEqual([false, true]);
});

it('returns no outcomes for no items', async () => {
	await expect(runPool([], 5, async () => 1)).resolves.toEqual([]);
});
