import { createHash } from 'node:crypto';
import { canonicalJson } from '../parsing/scalars';

/** Two hashes of a piece of paid work: of what was typed, and of what its expressions returned. */
export type Identity = { readonly typed: string; readonly given: string };

/**
 * Whether it's the same work. An expression that returns another value in the next try leaves what was
 * typed as it was; an edited one may leave what was given.
 */
export function isSameWork(one: Identity, other: Identity): boolean {
	return one.typed === other.typed || one.given === other.given;
}

/** Members count in any order, and null as if it were missing: the editor deletes it when it saves. */
export function hashOf(value: unknown): string {
	const text = canonicalJson(value);
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
