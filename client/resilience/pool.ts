import { settle, type Settled } from '../settle';

/**
 * Works on items in order, at most `limit` at once, and returns every outcome in input order. If
 * `shouldContinue` says no to an outcome, no further item is started. Items that aren't started are
 * undefined in the result.
 */
export async function runPool<Item, Result>(
	items: readonly Item[],
	limit: number,
	work: (item: Item, index: number) => Promise<Result>,
	shouldContinue: (outcome: Settled<Result>) => boolean = () => true,
): Promise<(Settled<Result> | undefined)[]> {
	const outcomes = new Array<Settled<Result> | undefined>(items.length).fill(undefined);
	const queue = items.entries();
	let isOpen = true;

	async function worker(): Promise<void> {
		// The iterator is shared: each worker takes the next item that no other has started.
		for (const [index, item] of queue) {
			if (!isOpen) return;
			const outcome = await settle(() => work(item, index));
			outcomes[index] = outcome;
			isOpen &&= shouldContinue(outcome);
		}
	}

	// A limit that an expression made NaN would start nothing at all.
	const workers = Math.max(1, Math.min(Math.floor(limit) || 1, items.length));
	await Promise.all(Array.from({ length: workers }, worker));
	return outcomes;
}
