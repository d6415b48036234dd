import fc from 'fast-check';
import { backoffMs } from '../../../client/resilience/retry';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('after n failures in a row', () => {
	it.each([
		[1, 500, 1_000],
		[2, 1_000, 2_000],
		[3, 2_000, 4_000],
		[6, 15_000, 30_000],
		[1_000, 15_000, 30_000],
	])('n = %d: %d to %d ms', (n, lowest, highest) => {
		expect(backoffMs(n, () => 0)).toBe(lowest);
		expect(backoffMs(n, () => 1 - Number.EPSILON)).toBeCloseTo(highest, 0);
	});

	it('the time in Retry-After is respected', () => {
		const asked = fc.integer({ min: 0, max: 300_000 });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 50 }), chance, asked, (n, random, askedForMs) => {
				expect(backoffMs(n, () => random, askedForMs)).toBeGreaterThanOrEqual(askedForMs);
			}),
		);
	});
});
