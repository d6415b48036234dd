export type Section<Value> = {
	readonly get: (key: string) => Value | undefined;
	/** @param weight about how many characters the value takes in memory */
	readonly set: (key: string, value: Value, weight?: number) => void;
	readonly remove: (key: string) => void;
};

type Entry = {
	readonly value: unknown;
	readonly account: string;
	readonly weight: number;
	readonly usedAt: number;
};

type StoreOptions = {
	readonly maxWeight: number;
	readonly idleMs: number;
	/** The clock's monotonic time. */
	readonly now: () => number;
};

/**
 * A store for values that a process may forget at any time, in sections of one kind of value each. All
 * sections share one limit. If it's reached, the account that takes the most room loses the entry that
 * it used longest ago, so that no account clears what another one needs. Entries unused for `idleMs`
 * are removed. A key begins with its account, up to a colon. Keys are hashes, never secrets.
 */
export function createBoundedStore(options: StoreOptions) {
	const { get, set, remove } = createEntries(options);
	return {
		section: <Value>(name: string): Section<Value> => ({
			// A section is read by the type that it is written by.
			get: (key) => get(`${name}:${key}`) as Value | undefined,
			set(key, value, weight = 1) {
				const [account = ''] = key.split(':', 1);
				set(`${name}:${key}`, { value, account, weight });
			},
			remove: (key) => remove(`${name}:${key}`),
		}),
	};
}

function createEntries({ maxWeight, idleMs, now }: StoreOptions) {
	// Insertion order is the order of use.
	const entries = new Map<string, Entry>();
	const sums = createSums();

	function remove(key: string): void {
		const entry = entries.get(key);
		if (entry) sums.add(entry.account, -entry.weight);
		entries.delete(key);
	}

	function put(key: string, entry: Omit<Entry, 'usedAt'>): void {
		remove(key);
		if (entry.weight > maxWeight) return;
		entries.set(key, { ...entry, usedAt: now() });
		sums.add(entry.account, entry.weight);
	}

	function makeRoom(): void {
		for (const [key, { usedAt }] of entries) {
			if (now() - usedAt <= idleMs) break;
			remove(key);
		}
		while (sums.total() > maxWeight) remove(oldestOf(entries, sums.largest()));
	}

	return {
		remove,
		get(key: string): unknown {
			makeRoom();
			const entry = entries.get(key);
			if (entry) put(key, entry);
			return entry?.value;
		},
		set(key: string, entry: Omit<Entry, 'usedAt'>): void {
			put(key, entry);
			makeRoom();
		},
	};
}

function oldestOf(entries: ReadonlyMap<string, Entry>, accounts: ReadonlySet<string>): string {
	for (const [key, { account }] of entries) if (accounts.has(account)) return key;
	return '';
}

/** What each account takes. */
function createSums() {
	const sums = new Map<string, number>();
	let total = 0;

	return {
		total: () => total,
		add(account: string, weight: number): void {
			const sum = (sums.get(account) ?? 0) + weight;
			total += weight;
			if (sum > 0) sums.set(account, sum);
			else sums.delete(account);
		},
		largest(): ReadonlySet<string> {
			const most = [...sums.values()].reduce((one, other) => Math.max(one, other), 0);
			return new Set([...sums.keys()].filter((account) => sums.get(account) === most));
		},
	};
}
