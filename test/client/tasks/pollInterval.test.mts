import fc from 'fast-check';
import { nextPollDelayMs } from '../../../client/tasks/pollInterval';

const HOUR = 3_600_000;
const age = fc.integer({ min: 0, max: 24 * HOUR });
const status = fc.constantFrom(undefined, 'Queuing', 'Preparing', 'Running', 'Dreaming');

it('polls every 1 to 3 seconds while Queuing, as the specification suggests', () => {
	fc.assert(
		fc.property(age, fc.constantFrom('Queuing', 'Queued', 'Pending'), (ageMs, queued) => {
			expect(nextPollDelayMs(ageMs, queued)).toBeGreaterThanOrEqual(1_000);
			expect(nextPollDelayMs(ageMs, queued)).toBeLessThanOrEqual(3_000);
		}),
	);
});

it('neither hurries nor sleeps, whatever the age and the state', () => {
	fc.assert(
		fc.property(age, status, (ageMs, state) => {
			expect(nextPollDelayMs(ageMs, state)).toBeGreaterThanOrEqual(500);
			expect(nextPollDelayMs(ageMs, state)).toBeLessThanOrEqual(10_000);
		}),
	);
});

it('never looks more often at a task that runs longer, once it is looked at', () => {
	const later = fc.integer({ min: 0, max: HOUR });
	fc.assert(
		fc.property(fc.integer({ min: 2_000, max: HOUR }), later, (ageMs, more) => {
			expect(nextPollDelayMs(ageMs + more, 'Running')).toBeGreaterThanOrEqual(
				nextPollDelayMs(ageMs, 'Running'),
			);
		}),
	);
});

it('costs at most 150 calls for ten minutes', () => {
	let calls = 0;
	for (let ageMs = 0; ageMs < 600_000; calls++) ageMs += nextPollDelayMs(ageMs, 'Running');

	expect(calls).toBeLessThanOrEqual(150);
});
