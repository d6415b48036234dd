import type { Seeds } from '../ports';
import type { AppInputs } from './appInputs';
import type { UserInput } from './names';
import type { InputField } from './schema';

/**
 * A value for a seed that is still to be drawn. App: Check Inputs returns it, and App: Run accepts
 * it.
 */
export const RANDOM_SEED = 'random';

/** Most sampler nodes take seeds of 32 bits, whatever else they accept. */
const LARGEST_SEED = 2 ** 32 - 1;

/** A seed for every seed input that no override sets (spec: Typical input kinds, random seed). */
export function drawSeeds(
	{ keyOf, seeds }: AppInputs,
	overrides: readonly UserInput[],
	random: () => number,
): Seeds {
	const set = new Set(overrides.map(({ key }) => keyOf(key)));
	const drawn = seeds.filter(({ key }) => !set.has(key));
	return Object.fromEntries(drawn.map((field) => [field.key, drawSeed(field, random)]));
}

/** A random whole seed inside the limits of the input, of at least 1 where they allow it. */
export function drawSeed(
	{ min = 1, max = LARGEST_SEED }: Pick<InputField, 'min' | 'max'>,
	random: () => number,
): number {
	const highest = Math.min(Math.floor(max), LARGEST_SEED);
	const lowest = Math.min(Math.max(1, Math.ceil(min)), highest);
	return lowest + Math.floor(random() * (highest - lowest + 1));
}
