import { createHash } from 'node:crypto';
import { canonicalJson } from '../parsing/scalars';

/**
 * A piece of paid work as it was given, before anything was resolved: the app's record need not be
 * read to know it again.
 */
export type PaidWork = {
	/** The app or model that is run. */
	readonly of: string;
	/** What was given for each input; several may name the same one. */
	readonly inputs: readonly (readonly [name: string, value: unknown])[];
	/** What else tells it from other work, such as the files that it refers to. */
	readonly more?: unknown;
};

/** What an earlier attempt has left, by key. */
export type LeftWork = {
	readonly key: string;
	/** The work without its seeds; undefined when it was given none. */
	readonly alike?: string | undefined;
};

/** Whether equal work was there before, in the same run of the node. */
export function isRepeated(key: string): boolean {
	return !key.endsWith(':0');
}

export type Claimable = {
	/** Entries of earlier tries, oldest first. */
	readonly left: readonly LeftWork[];
	/** Whether a key is claimed now, whether or not there is an entry yet. */
	readonly isInUse: (key: string) => boolean;
	readonly hasEntry: (key: string) => boolean;
	/** Names of the seed inputs of an app or model, as far as they are known. */
	readonly seedInputs: (of: string) => readonly string[];
};

/**
 * Returns the key of each piece of work in the ledger, call after call: that of an entry which an
 * earlier attempt has left for the same work, or a new one. Each entry is taken once, in the order of
 * the items.
 *
 * Exact matches come first, then work that differs in its seeds alone: a seed by expression is
 * another one in each attempt.
 */
export function createClaims({ left, isInUse, hasEntry, seedInputs }: Claimable) {
	const exact = groupedBy(left, ({ key }) => key.slice(0, key.lastIndexOf(':')));
	const alike = groupedBy(left, (entry) => entry.alike);
	const ordinals = new Map<string, number>();
	const used = new Set<string>();

	/** The first key that is still free; each key is tried once. */
	function take(keys: string[] = []): string | undefined {
		let key = keys.shift();
		while (key !== undefined && (used.has(key) || isInUse(key))) key = keys.shift();
		if (key !== undefined) used.add(key);
		return key;
	}

	/** Equal work of several items is told apart by its order. */
	function fresh(name: string): string {
		let ordinal = ordinals.get(name) ?? 0;
		let key = `${name}:${ordinal}`;
		while (used.has(key) || isInUse(key) || hasEntry(key)) key = `${name}:${++ordinal}`;
		ordinals.set(name, ordinal + 1);
		used.add(key);
		return key;
	}

	return (works: readonly PaidWork[]): string[] => {
		const names = works.map(nameOf);
		const keys = names.map((name) => take(exact.get(name)));
		return works.map((work, index) => {
			const key = keys[index] ?? take(alike.get(withoutSeeds(work, seedInputs) ?? ''));
			return key ?? fresh(names[index] ?? '');
		});
	};
}

/** The name that work shares with work of other seeds; undefined when it was given no seed. */
export function withoutSeeds(
	{ of, inputs, more }: PaidWork,
	seedInputs: (of: string) => readonly string[],
): string | undefined {
	const seeds = new Set(seedInputs(of));
	const others = inputs.filter(([name]) => !seeds.has(name));
	return others.length === inputs.length ? undefined : hashOf({ of, inputs: others, more });
}

function nameOf({ of, inputs, more }: PaidWork): string {
	return hashOf({ of, inputs, more });
}

function hashOf(work: object): string {
	return createHash('sha256').update(canonicalJson(work)).digest('hex').slice(0, 32);
}

function groupedBy(
	left: readonly LeftWork[],
	groupOf: (entry: LeftWork) => string | undefined,
): Map<string, string[]> {
	const groups = new Map<string, string[]>();
	for (const entry of left) {
		const group = groupOf(entry);
		if (group === undefined) continue;
		const keys = groups.get(group) ?? [];
		keys.push(entry.key);
		groups.set(group, keys);
	}
	return groups;
}
