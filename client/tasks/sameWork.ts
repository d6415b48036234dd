import { createHash } from 'node:crypto';
import { canonicalJson } from '../parsing/scalars';

/** Two hashes of a piece of paid work: of what was typed, and of what its expressions returned. */
export type Identity = { readonly typed: string; readonly given: string };

/**
 * Whether two identities stand for the same work. One equal hash is enough: an expression may
 * return another value in the next attempt, and an edited expression may return the same value.
 */
export function isSameWork(one: Identity, other: Identity): boolean {
	return one.typed === other.typed || one.given === other.given;
}

/**
 * The order of members doesn't matter, and null counts as missing: the editor deletes it when it
 * saves.
 */
export function hashOf(value: unknown): string {
	const text = canonicalJson(value);
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
