import type { Clock } from '../../../client/index';

/** While the node works on, webhooks, callbacks and other workflows of this process wait. */
const LONGEST_WORK_MS = 50;
const BREAK_MS = 1;

/** Lets n8n do its other work between the items of a long list, for which the node waits for nothing. */
export function createBreaks(clock: Clock) {
	let since = clock.now();

	/** To be awaited before each item. */
	async function take(): Promise<void> {
		if (clock.now() - since < LONGEST_WORK_MS) return;
		await clock.sleep(BREAK_MS);
		since = clock.now();
	}

	return {
		take,
		/** What the work makes of each item, one after the other. */
		async map<Item, Result>(
			items: readonly Item[],
			work: (item: Item, index: number) => Result,
		): Promise<Result[]> {
			const results: Result[] = [];
			for (const [index, item] of items.entries()) {
				await take();
				results.push(work(item, index));
			}
			return results;
		},
	};
}
