/** Queues of several owners, of which each gives one in turn. */
export type Turns<Waiting> = {
	/** @param isNext whether it keeps the turn that it had, in place of one behind all others */
	readonly add: (owner: object, waiting: Waiting, isNext: boolean) => void;
	readonly remove: (owner: object, waiting: Waiting) => void;
	/** Takes the first one that may leave; those of one owner leave in order. */
	readonly take: (mayLeave: (waiting: Waiting) => boolean) => Waiting | undefined;
	readonly isEmpty: () => boolean;
};

export function createTurns<Waiting>(): Turns<Waiting> {
	// Insertion order is the order of turns. Owners without anything waiting aren't kept.
	let queues = new Map<object, readonly Waiting[]>();

	function put(owner: object, queue: readonly Waiting[]): void {
		if (queue.length > 0) queues.set(owner, queue);
		else queues.delete(owner);
	}

	return {
		add(owner, waiting, isNext) {
			const queue = queues.get(owner) ?? [];
			if (!isNext) return put(owner, [...queue, waiting]);
			queues.delete(owner);
			queues = new Map([[owner, [waiting, ...queue]], ...queues]);
		},
		remove(owner, waiting) {
			const queue = queues.get(owner) ?? [];
			put(
				owner,
				queue.filter((each) => each !== waiting),
			);
		},
		take(mayLeave) {
			for (const [owner, [first, ...others]] of queues) {
				if (first === undefined || !mayLeave(first)) continue;
				queues.delete(owner);
				put(owner, others);
				return first;
			}
			return undefined;
		},
		isEmpty: () => queues.size === 0,
	};
}
