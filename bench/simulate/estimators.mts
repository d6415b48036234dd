import {
	createBoundedStore,
	createDurationEstimator,
	intervalMs,
	type DurationEstimator,
	type Durations,
} from '../../client/index.ts';

/** What stands side by side: each makes the memory of one process. */
export const ESTIMATORS = {
	nothing: knowingNothing,
	earlier: createEarlierEstimator,
	present: createPresentEstimator,
} as const satisfies Record<string, () => DurationEstimator>;

export type EstimatorName = keyof typeof ESTIMATORS;

const MIN_SAMPLES = 3;
const MAX_SAMPLES = 30;
const POLLS_AT_THE_END = 5;
const MIN_POLL_MS = 100;

/** The age of a task alone says when it is polled. */
function knowingNothing(): DurationEstimator {
	return { record: () => {}, leapMs: () => undefined };
}

function createPresentEstimator(): DurationEstimator {
	const store = createBoundedStore({ maxWeight: 10_000, idleMs: Infinity, now: () => 0 });
	return createDurationEstimator(store.section<Durations>('durations'), 'account');
}

/** The first one (decision 007): five polls between the shortest and the longest that were seen. */
function createEarlierEstimator(): DurationEstimator {
	let seen: readonly number[] = [];
	return {
		record(_, { durationMs }) {
			if (durationMs !== undefined) seen = [...seen, durationMs].slice(-MAX_SAMPLES);
		},
		leapMs(_, ageMs) {
			if (seen.length < MIN_SAMPLES) return undefined;
			const [fromMs, toMs] = [Math.min(...seen), Math.max(...seen)];
			const spreadMs = Math.max((toMs - fromMs) / POLLS_AT_THE_END, MIN_POLL_MS);
			if (ageMs >= Math.max(toMs, fromMs + spreadMs)) return undefined;
			if (ageMs >= fromMs) return Math.min(spreadMs, intervalMs(ageMs));
			return fromMs - ageMs + spreadMs / 2;
		},
	};
}
