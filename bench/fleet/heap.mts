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
	const entries: Entry<Item>[] = [];
	let count = 0;

	function rise(from: number, entry: Entry<Item>): void {
		let at = from;
		for (let above = (at - 1) >> 1; at > 0; above = (at - 1) >> 1) {
			const parent = entries[above];
			if (!parent || !isBefore(entry, parent)) break;
			entries[at] = parent;
			at = above;
		}
		entries[at] = entry;
	}

	function sink(entry: Entry<Item>): void {
		let at = 0;
		for (;;) {
			const [left, right] = [entries[2 * at + 1], entries[2 * at + 2]];
			const isRight = left !== undefined && right !== undefined && isBefore(right, left);
			const child = isRight ? right : left;
			if (!child || !isBefore(child, entry)) break;
			entries[at] = child;
			at = 2 * at + (isRight ? 2 : 1);
		}
		entries[at] = entry;
	}

	return {
		push: (at, item) => rise(entries.length, { at, nth: count++, item }),
		next: () => entries[0]?.at,
		pop() {
			const [first] = entries;
			const last = entries.pop();
			if (last && entries.length > 0) sink(last);
			return first?.item;
		},
		size: () => entries.length,
	};
}

function isBefore(one: Entry<unknown>, other: Entry<unknown>): boolean {
	return one.at < other.at || (one.at === other.at && one.nth < other.nth);
}
