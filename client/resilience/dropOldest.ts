type Entries = {
	readonly size: number;
	readonly keys: () => Iterator<string>;
	readonly delete: (key: string) => boolean;
};

/** Keeps a map or a set below a size: removes the oldest entry. */
export function dropOldest(entries: Entries, maxSize: number): void {
	const oldest = entries.keys().next();
	if (entries.size > maxSize && !oldest.done) entries.delete(oldest.value);
}
