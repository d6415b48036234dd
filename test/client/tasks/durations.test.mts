import { createDurationEstimator } from '../../../client/tasks/durations';

const APP = 54663;

it('there is no estimate with fewer than three tasks', () => {
	const durations = createDurationEstimator();
	durations.record(APP, 2_000);
	durations.record(APP, 3_000);

	expect(durations.estimate(APP)).toBeUndefined();
});

it('a task is expected to take as long as the others of its app', () => {
	const durations = createDurationEstimator();
	[4_000, 2_000, 3_000].forEach((ms) => durations.record(APP, ms));
	[90_000, 80_000].forEach((ms) => durations.record(56258, ms));

	expect(durations.estimate(APP)).toEqual({ fromMs: 2_000, toMs: 4_000 });
	expect(durations.estimate(56258)).toBeUndefined();
});

it('old durations are replaced by new ones', () => {
	const durations = createDurationEstimator();
	durations.record(APP, 600_000);
	for (let n = 0; n < 30; n++) durations.record(APP, 2_000 + n);

	expect(durations.estimate(APP)).toEqual({ fromMs: 2_000, toMs: 2_029 });
});
