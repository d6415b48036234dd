import type { LimiterName } from './parameters.mts';
import type { Outcome } from './outcome.mts';
import type { Figures } from './predict.mts';

export type ByLimiter = Readonly<Record<LimiterName, Outcome>>;

/** What the page shows, apart from what was measured. */
export type FleetResults = {
	readonly configurations: ReadonlyArray<{
		readonly says: string;
		readonly outcomes: Partial<ByLimiter>;
	}>;
	/** One service and one load, by the number of processes. */
	readonly sweep: ReadonlyArray<{ readonly workers: number; readonly outcomes: ByLimiter }>;
	/** Each spread in each of the trials. */
	readonly spreads: ReadonlyArray<{ readonly says: string; readonly trials: readonly Figures[] }>;
	/** By the words of the experiment. */
	readonly predictions: Readonly<Record<string, Figures>>;
};

export const RESULTS_FILE = 'docs/development/results/fleet.json';
