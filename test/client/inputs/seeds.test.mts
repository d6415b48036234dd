import fc from 'fast-check';
import { drawSeed } from '../../../client/inputs/resolve';

const LARGEST = 2 ** 32 - 1;
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it.each([
	['the lowest', { min: undefined, max: undefined }, 0, 1],
	['the highest', { min: undefined, max: undefined }, 1 - Number.EPSILON, LARGEST],
	['the lowest of an input that begins higher', { min: 99.5, max: undefined }, 0, 100],
	['the highest of an input that ends lower', { min: 1, max: 7.9 }, 1 - Number.EPSILON, 7],
	['never -1, which would mean random again', { min: -1, max: undefined }, 0, 1],
	['a limit beyond 32 bits is not used', { min: 0, max: 2 ** 53 }, 1 - Number.EPSILON, LARGEST],
] as const)('%s', (_, limits, random, seed) => {
	expect(drawSeed(limits, () => random)).toBe(seed);
});

it('is a whole number inside the limits', () => {
	const limits = fc.record({
		min: fc.option(fc.integer({ min: -1, max: 1_000 }), { nil: undefined }),
		max: fc.option(fc.integer({ min: 1_000, max: 2 ** 40 }), { nil: undefined }),
	});
	fc.assert(
		fc.property(limits, chance, (given, random) => {
			const seed = drawSeed(given, () => random);
			expect(Number.isInteger(seed)).toBe(true);
			expect(seed).toBeGreaterThanOrEqual(Math.max(1, given.min ?? 1));
			expect(seed).toBeLessThanOrEqual(Math.min(given.max ?? LARGEST, LARGEST));
		}),
	);
});
