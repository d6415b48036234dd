import type { Seeds } from '../ports';
import type { AppInputs } from './appInputs';
import type { InputField } from './schema';
import type { UserInput } from './userInputs';

/**
 * A value for a seed that is still to be drawn. App: Check Inputs returns it, and App: Run accepts
 * it.
 */
export const RANDOM_SEED = 'random';

/** Most sampler nodes take seeds of 32 bits, whatever else they accept. */
const LARGEST_SEED = 2 ** 32 - 1;

/** The seed inputs that no override sets (spec: Typical input kinds, random seed). */
export function seedsToDraw(
	{ keyOf, seeds }: AppInputs,
	overrides: readonly UserInput[],
): readonly InputField[] {
	const set = new Set(overrides.map(({ key }) => keyOf(key)));
	return seeds.filter(({ key }) => !set.has(key));
}

export function drawSeeds(fields: readonly InputField[], random: () => number): Seeds {
	return Object.fromEntries(fields.map((field) => [field.key, drawSeed(field, random)]));
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
