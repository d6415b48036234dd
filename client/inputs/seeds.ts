import type { InputField } from './schema';

/** Stands for a seed that is still to be drawn: what App: Check Inputs returns, App: Run takes. */
export const RANDOM_SEED = 'random';

/** Most sampler nodes take seeds of 32 bits, whatever else they accept. */
const LARGEST_SEED = 2 ** 32 - 1;

/** A random whole seed inside the limits of the input, of at least 1 where they allow it. */
export function drawSeed(
	{ min, max }: Pick<InputField, 'min' | 'max'>,
	random: () => number,
): number {
	const highest = Math.min(Math.floor(max ?? LARGEST_SEED), LARGEST_SEED);
	const lowest = Math.min(Math.max(1, Math.ceil(min ?? 1)), highest);
	return lowest + Math.floor(random() * (highest - lowest + 1));
}
