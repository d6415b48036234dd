export type Section<Value> = {
	readonly get: (key: string) => Value | undefined;
	/** @param bytes about how many the value takes, if it may be large */
	readonly set: (key: string, value: Value, bytes?: number) => void;
	readonly remove: (key: string) => void;
};

type Bounds = {
	readonly maxEntries: number;
	readonly maxBytes: number;
	readonly idleMs: number;
	/** The clock's monotonic time. */
	readonly now: () => number;
};

/**
 * Values that a process may forget at any time. It forgets those that weren't used for `idleMs`,
 * and the least recently used ones if they are too many or too large. Keys are hashes, never
 * secrets.
 */
export function createBoundedStore<Value>(bounds: Bounds): Section<Value> {
	const { idleMs, maxBytes, maxEntries, now } = bounds;
	// Insertion order is the order of use.
	const entries = new Map<string, { value: Value; bytes: number; usedAt: number }>();
	let total = 0;

	function remove(key: string): void {
		total -= entries.get(key)?.bytes ?? 0;
		entries.delete(key);
	}

	function set(key: string, value: Value, bytes = 0): void {
		remove(key);
		if (bytes > maxBytes) return;
		entries.set(key, { value, bytes, usedAt: now() });
		total += bytes;
		makeRoom();
	}

	function makeRoom(): void {
		for (const [key, { usedAt }] of entries) {
			const isFull = entries.size > maxEntries || total > maxBytes;
			if (!isFull && now() - usedAt <= idleMs) return;
			remove(key);
		}
	}

	function get(key: string): Value | undefined {
		makeRoom();
		const entry = entries.get(key);
		if (entry) set(key, entry.value, entry.bytes);
		return entry?.value;
	}

	return { get, set, remove };
}
