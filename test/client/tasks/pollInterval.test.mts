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

it('is neither too short nor too long, whatever the age and status', () => {
	fc.assert(
		fc.property(age, status, (ageMs, state) => {
			expect(nextPollDelayMs(ageMs, state)).toBeGreaterThanOrEqual(500);
			expect(nextPollDelayMs(ageMs, state)).toBeLessThanOrEqual(10_000);
		}),
	);
});

it('is never more than 20 s, whatever similar tasks took', () => {
	const took = fc.integer({ min: 0, max: 24 * HOUR });
	fc.assert(
		fc.property(age, status, took, took, (ageMs, state, one, other) => {
			const completionWindow = { fromMs: Math.min(one, other), toMs: Math.max(one, other) };
			const pauseMs = nextPollDelayMs(ageMs, state, completionWindow);
			expect(pauseMs).toBeGreaterThan(0);
			expect(pauseMs).toBeLessThanOrEqual(20_000);
			// While similar tasks may have finished, never later than without any knowledge.
			if (ageMs >= completionWindow.fromMs)
				expect(pauseMs).toBeLessThanOrEqual(Math.max(nextPollDelayMs(ageMs, state), 1_000));
		}),
	);
});

it('never gets shorter while a task runs longer', () => {
	const later = fc.integer({ min: 0, max: HOUR });
	fc.assert(
		fc.property(fc.integer({ min: 2_000, max: HOUR }), later, (ageMs, more) => {
			expect(nextPollDelayMs(ageMs + more, 'Running')).toBeGreaterThanOrEqual(
				nextPollDelayMs(ageMs, 'Running'),
			);
		}),
	);
});

it('needs at most 150 calls for ten minutes', () => {
	let calls = 0;
	for (let ageMs = 0; ageMs < 600_000; calls++) ageMs += nextPollDelayMs(ageMs, 'Running');

	expect(calls).toBeLessThanOrEqual(150);
});

describe('if similar tasks finished at once', () => {
	const atOnce = { fromMs: 0, toMs: 0 };

	it('the first status check comes soon', () => {
		expect(nextPollDelayMs(0, undefined, atOnce)).toBeLessThanOrEqual(100);
	});

	it('a task that is still running then is polled according to its age', () => {
		expect(nextPollDelayMs(100, 'Running', atOnce)).toBe(nextPollDelayMs(100, 'Running'));
	});
});
