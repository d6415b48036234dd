import { Heap as BinaryHeap } from 'heap-js';

type Entry<Item> = { readonly at: number; readonly nth: number; readonly item: Item };

/** A queue by time: the earliest first, and those of one time in the order in which they came. */
export type Heap<Item> = {
	readonly push: (at: number, item: Item) => void;
	/** The time of the first one. */
	readonly next: () => number | undefined;
	readonly pop: () => Item | undefined;
	readonly size: () => number;
};

export function createHeap<Item>(): Heap<Item> {
	const entries = new BinaryHeap<Entry<Item>>(
		(one, other) => one.at - other.at || one.nth - other.nth,
	);
	let count = 0;
	return {
		push: (at, item) => void entries.push({ at, nth: count++, item }),
		next: () => entries.peek()?.at,
		pop: () => entries.pop()?.item,
		size: () => entries.length,
	};
}
