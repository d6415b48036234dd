import { settle, type Settled } from '../settle';

/**
 * Works on items in order, at most `limit` at once, and hands back every outcome in input order.
 * `goOn` is asked about each outcome; when it says no, no further item is begun. Items that are not
 * begun are undefined in the result.
 */
export async function runPool<Item, Result>(
	items: readonly Item[],
	limit: number,
	work: (item: Item, index: number) => Promise<Result>,
	goOn: (outcome: Settled<Result>) => boolean = () => true,
): Promise<(Settled<Result> | undefined)[]> {
	const outcomes = new Array<Settled<Result> | undefined>(items.length).fill(undefined);
	const queue = items.entries();
	let goesOn = true;

	async function worker(): Promise<void> {
		// The iterator is shared: each worker takes the next item that nobody has begun.
		for (const [index, item] of queue) {
			if (!goesOn) return;
			const outcome = await settle(() => work(item, index));
			outcomes[index] = outcome;
			goesOn &&= goOn(outcome);
		}
	}

	// A limit that an expression made NaN would begin nothing at all.
	const workers = Math.max(1, Math.min(Math.floor(limit) || 1, items.length));
	await Promise.all(Array.from({ length: workers }, worker));
	return outcomes;
}
