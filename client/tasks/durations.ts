/** How long tasks of the same app took in this execution, from creation to end. */
export type DurationEstimator = {
	readonly record: (appId: number, durationMs: number) => void;
	/** When a task is likely to end, by age; undefined while too little is known. */
	readonly estimate: (appId: number) => CompletionWindow | undefined;
};

export type CompletionWindow = { readonly fromMs: number; readonly toMs: number };

/** Samples needed before an estimate is given. */
const MIN_SAMPLES = 3;
/** Old durations make way: an app that is loaded answers faster. */
const MAX_SAMPLES = 30;

export function createDurationEstimator(): DurationEstimator {
	const samples = new Map<number, number[]>();

	return {
		record(appId, durationMs) {
			const seen = samples.get(appId) ?? [];
			samples.set(appId, [...seen, durationMs].slice(-MAX_SAMPLES));
		},
		estimate(appId) {
			const seen = samples.get(appId) ?? [];
			if (seen.length < MIN_SAMPLES) return undefined;
			return { fromMs: Math.min(...seen), toMs: Math.max(...seen) };
		},
	};
}
