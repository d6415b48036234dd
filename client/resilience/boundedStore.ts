/** What a process remembers from one execution to the next, in sections of one kind of value each. */
export type BoundedStore = {
	readonly section: <Value>(name: string) => Section<Value>;
};

export type Section<Value> = {
	readonly get: (key: string) => Value | undefined;
	/** @param weight about how many characters the value takes in memory */
	readonly set: (key: string, value: Value, weight?: number) => void;
};

type Entry = { readonly value: unknown; readonly weight: number; readonly usedAt: number };

export type StoreOptions = {
	readonly maxWeight: number;
	readonly idleMs: number;
	/** The clock's monotonic time. */
	readonly now: () => number;
};

/**
 * A store for values that a process may forget at any time. All sections share one limit: the entry
 * used longest ago is removed first, and entries unused for `idleMs` are removed. Keys are hashes, never secrets.
 */
export function createBoundedStore(options: StoreOptions): BoundedStore {
	const entries = createEntries(options);
	return {
		section: <Value>(name: string): Section<Value> => ({
			// A section is read by the type that it is written by.
			get: (key) => entries.get(`${name}:${key}`) as Value | undefined,
			set: (key, value, weight = 1) => entries.set(`${name}:${key}`, value, weight),
		}),
	};
}

function createEntries({ maxWeight, idleMs, now }: StoreOptions) {
	// Insertion order is the order of use.
	const entries = new Map<string, Entry>();
	let total = 0;

	function remove(key: string): void {
		total -= entries.get(key)?.weight ?? 0;
		entries.delete(key);
	}

	function put(key: string, value: unknown, weight: number): void {
		remove(key);
		entries.set(key, { value, weight, usedAt: now() });
		total += weight;
	}

	function makeRoom(): void {
		for (const [key, { usedAt }] of entries) {
			if (total <= maxWeight && now() - usedAt <= idleMs) return;
			remove(key);
		}
	}

	return {
		get(key: string): unknown {
			makeRoom();
			const entry = entries.get(key);
			if (entry) put(key, entry.value, entry.weight);
			return entry?.value;
		},
		set(key: string, value: unknown, weight: number): void {
			remove(key);
			if (weight > maxWeight) return;
			put(key, value, weight);
			makeRoom();
		},
	};
}
