import fc from 'fast-check';
import { leapMs } from '../../../client/tasks/leap';
import { intervalMs, nextPollDelayMs } from '../../../client/tasks/pollInterval';

const HOUR = 3_600_000;
const age = fc.integer({ min: 0, max: 24 * HOUR });
const durations = fc.array(fc.integer({ min: 0, max: 24 * HOUR }), {
	minLength: 3,
	maxLength: 30,
});

it('leaps no further than 20 s, whatever its like took', () => {
	const status = fc.constantFrom(undefined, 'Queuing', 'Preparing', 'Running', 'Dreaming');
	fc.assert(
		fc.property(age, status, durations, (ageMs, state, seen) => {
			const pauseMs = nextPollDelayMs(ageMs, state, leapMs(ageMs, seen));
			expect(pauseMs).toBeGreaterThanOrEqual(100);
			expect(pauseMs).toBeLessThanOrEqual(20_000);
		}),
	);
});

it('is never later than by age alone, once the shortest of its like have ended', () => {
	fc.assert(
		fc.property(age, durations, (ageMs, seen) => {
			fc.pre(ageMs >= Math.min(...seen));
			expect(leapMs(ageMs, seen) ?? 0).toBeLessThanOrEqual(intervalMs(ageMs));
		}),
	);
});

it('does not depend on the order of what was seen', () => {
	fc.assert(
		fc.property(age, durations, (ageMs, seen) => {
			expect(leapMs(ageMs, [...seen].reverse())).toBe(leapMs(ageMs, seen));
		}),
	);
});

it('tasks that all took the same are polled once, soon after', () => {
	expect(leapMs(0, [7_000, 7_000, 7_000])).toBe(7_050);
	expect(leapMs(5_000, [7_000, 7_000, 7_000])).toBe(2_050);
});

it('where its like ended at once, the first poll comes soon, and then the age says when', () => {
	expect(leapMs(0, [0, 0, 0])).toBe(100);
	expect(leapMs(100, [0, 0, 0])).toBeUndefined();
});

it('one cold start among many tasks moves the first poll by less than a second', () => {
	const warm = Array.from({ length: 29 }, (_, index) => 6_000 + 70 * index);
	const [without, withCold] = [leapMs(0, warm) ?? NaN, leapMs(0, [...warm, 35_000]) ?? NaN];

	expect(Math.abs(withCold - without)).toBeLessThan(1_000);
});

it('polls between warm and cold starts no later than by age', () => {
	const seen = [6_000, 6_500, 7_000, 7_500, 30_000];

	expect(leapMs(8_000, seen)).toBe(intervalMs(8_000));
});
