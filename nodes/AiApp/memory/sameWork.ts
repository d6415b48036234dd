import { createHash } from 'node:crypto';
import { canonicalJson, isSeedName, loneValue, numberOf, RANDOM_SEED } from '../../../client/index';

/** The paid work of an item, with the facts by which a later try recognizes it. */
export type PaidWork = {
	readonly itemIndex: number;
	/** How many tasks it is to have. */
	readonly variations: number;
	/** The app or model, and how it's run. */
	readonly of: unknown;
	/** The values that the app or model gets. */
	readonly inputs: Readonly<Record<string, unknown>>;
	/** A hash of the parameters that decide on its result, as they were typed. */
	readonly typed: string;
};

/** Two hashes of a piece of paid work: of what was typed, and of what its expressions returned. */
export type Identity = { readonly typed: string; readonly given: string };

/** How many variations an item may have. Each is a piece of work of its own. */
export const MOST_VARIATIONS = 50;

/**
 * Where a piece of work stands in a run of the node. Work at another place is other work, even if its
 * values are the same.
 */
export function placeOf(itemIndex: number, part: number): string {
	return `item ${itemIndex} part ${part}`;
}

/** The places that the works of an item may have. */
export function placesOfItem(itemIndex: number): readonly string[] {
	return Array.from({ length: MOST_VARIATIONS }, (_, n) => placeOf(itemIndex, n + 1));
}

/**
 * Whether two identities at one place stand for the same work. One equal hash is enough: an
 * expression may return another value in the next attempt, and an edited expression may return the
 * same value.
 */
export function isSameWork(one: Identity, other: Identity): boolean {
	return one.typed === other.typed || one.given === other.given;
}

/**
 * The identity of a piece of work. Calls of a tool have no place: they're known by what was given,
 * without seeds.
 */
export function identityOf({ inputs, of, typed }: PaidWork, isTool: boolean): Identity {
	const values = Object.entries(inputs).filter(
		([name, value]) => !isTool || !isSeedValue(name, value),
	);
	return { typed, given: hashOf({ of, inputs: Object.fromEntries(values) }) };
}

/** Whether a value is a seed. The name isn't enough: a text or a file may have it, too. */
function isSeedValue(name: string, given: unknown): boolean {
	const value = loneValue(given);
	return isSeedName(name) && (numberOf(value) !== undefined || value === RANDOM_SEED);
}

/**
 * A hash by which values are compared with those of other attempts. The order of members doesn't
 * matter, and null counts as missing, because the editor deletes it when it saves.
 */
export function hashOf(value: unknown): string {
	const text = canonicalJson(value);
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
