export type Section<Value> = {
	readonly get: (key: string) => Value | undefined;
	readonly set: (key: string, value: Value) => void;
	readonly remove: (key: string) => void;
};

type Bounds = {
	readonly maxEntries: number;
	readonly idleMs: number;
	/** The clock's monotonic time. */
	readonly now: () => number;
};

/**
 * Values that a process may forget at any time. It forgets those that weren't used for `idleMs`,
 * and the least recently used ones if they are too many. Keys are hashes, never
 * secrets.
 */
export function createBoundedStore<Value>(bounds: Bounds): Section<Value> {
	const { idleMs, maxEntries, now } = bounds;
	// Insertion order is the order of use.
	const entries = new Map<string, { value: Value; usedAt: number }>();

	function set(key: string, value: Value): void {
		entries.delete(key);
		entries.set(key, { value, usedAt: now() });
		makeRoom();
	}

	function makeRoom(): void {
		for (const [key, { usedAt }] of entries) {
			if (entries.size <= maxEntries && now() - usedAt <= idleMs) return;
			entries.delete(key);
		}
	}

	function get(key: string): Value | undefined {
		makeRoom();
		const entry = entries.get(key);
		if (entry) set(key, entry.value);
		return entry?.value;
	}

	return { get, set, remove: (key) => entries.delete(key) };
}
