import { createHash } from 'node:crypto';
import type { InputValue } from './app.mts';

const SEED_BYTES = 6;

/** The seed of a run: the requested one, or if below 0 one derived from the request ID. */
export function seedOf(wanted: InputValue | undefined, requestId: string): number {
	const seed = Number(wanted);
	if (seed >= 0) return seed;
	return createHash('sha256').update(requestId).digest().readUIntBE(0, SEED_BYTES);
}
