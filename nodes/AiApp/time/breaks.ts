import type { Clock } from '../../../client/index';

/**
 * While the node works without a break, webhooks, callbacks and other workflows of this process
 * wait.
 */
const LONGEST_WORK_MS = 50;
const BREAK_MS = 1;

/**
 * Lets n8n do other work between the items of a long list that the node processes without waiting.
 */
export function createBreaks(clock: Clock) {
	let since = clock.now();

	/** To be awaited before each item. Of several items that wait, each has a turn of its own. */
	async function take(): Promise<void> {
		while (clock.now() - since >= LONGEST_WORK_MS) {
			const before = since;
			await clock.sleep(BREAK_MS);
			if (since === before) since = clock.now();
		}
	}

	return {
		take,
		/** The results of the work for each item, one after the other, with breaks in between. */
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
