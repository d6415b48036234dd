import { settle, type Settled } from '../settle';

/**
 * Works on items in order, at most `limit` at once, and returns every outcome in that order. If
 * `shouldContinue` says no to an outcome, no further item is started. Items that aren't started are
 * missing in the result. The next item is made when its turn comes.
 */
export async function runPool<Item, Result>(
	items: Iterable<Item>,
	limit: number,
	work: (item: Item, index: number) => Promise<Result>,
	shouldContinue: (outcome: Settled<Result>) => boolean = () => true,
): Promise<(Settled<Result> | undefined)[]> {
	const outcomes: (Settled<Result> | undefined)[] = [];
	const queue = items[Symbol.iterator]();
	let isOpen = true;

	async function worker(): Promise<void> {
		// The iterator is shared: each worker takes the next item that no other has started.
		for (let next = queue.next(); isOpen && !next.done; next = queue.next()) {
			const { value } = next;
			const index = outcomes.push(undefined) - 1;
			const outcome = await settle(() => work(value, index));
			outcomes[index] = outcome;
			isOpen &&= shouldContinue(outcome);
		}
	}

	await Promise.all(Array.from({ length: limit }, worker));
	return outcomes;
}

/** Works on all items as `runPool` does, whatever becomes of each. */
export async function runAll<Item, Result>(
	items: Iterable<Item>,
	limit: number,
	work: (item: Item) => Promise<Result>,
): Promise<Settled<Result>[]> {
	const outcomes = await runPool(items, limit, work);
	return outcomes.filter((outcome) => outcome !== undefined);
}
