/** How long tasks of the same app took in this execution, from creation to end. */
export type DurationEstimator = {
	readonly ended: (appId: number, durationMs: number) => void;
	/** When a task is likely to end, by age; undefined while too little is known. */
	readonly likelyEnd: (appId: number) => CompletionWindow | undefined;
};

export type CompletionWindow = { readonly fromMs: number; readonly toMs: number };

/** Fewer say nothing about a spread. */
const ENOUGH = 3;
/** Old durations make way: an app that is loaded answers faster. */
const REMEMBERED = 30;

export function createDurationEstimator(): DurationEstimator {
	const durations = new Map<number, number[]>();

	return {
		ended(appId, durationMs) {
			const seen = durations.get(appId) ?? [];
			durations.set(appId, [...seen, durationMs].slice(-REMEMBERED));
		},
		likelyEnd(appId) {
			const seen = durations.get(appId) ?? [];
			if (seen.length < ENOUGH) return undefined;
			return { fromMs: Math.min(...seen), toMs: Math.max(...seen) };
		},
	};
}
