import { createDurationEstimator } from '../../../client/tasks/durations';

const APP = 54663;

it('fewer than three tasks say nothing', () => {
	const siblings = createDurationEstimator();
	siblings.ended(APP, 2_000);
	siblings.ended(APP, 3_000);

	expect(siblings.likelyEnd(APP)).toBeUndefined();
});

it('a task is likely to take what the others of its app took', () => {
	const siblings = createDurationEstimator();
	[4_000, 2_000, 3_000].forEach((ms) => siblings.ended(APP, ms));
	[90_000, 80_000].forEach((ms) => siblings.ended(56258, ms));

	expect(siblings.likelyEnd(APP)).toEqual({ fromMs: 2_000, toMs: 4_000 });
	expect(siblings.likelyEnd(56258)).toBeUndefined();
});

it('what was long ago makes way', () => {
	const siblings = createDurationEstimator();
	siblings.ended(APP, 600_000);
	for (let n = 0; n < 30; n++) siblings.ended(APP, 2_000 + n);

	expect(siblings.likelyEnd(APP)).toEqual({ fromMs: 2_000, toMs: 2_029 });
});
