import { createHash } from 'node:crypto';
import { canonicalJson } from './json';

/**
 * Names for pieces of work that are the same in every try of an execution: what is asked for, and
 * the how-manieth of its like. Positions and run numbers are no part of it, because a repeated try
 * may count them anew.
 */
export function createLedgerKeys(): (work: unknown) => string {
	const seen = new Map<string, number>();
	return (work) => {
		const hash = createHash('sha256').update(canonicalJson(work)).digest('hex').slice(0, 32);
		const ordinal = seen.get(hash) ?? 0;
		seen.set(hash, ordinal + 1);
		return `${hash}:${ordinal}`;
	};
}
