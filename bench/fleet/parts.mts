import { CONFIGURATIONS, SWEEP, SWEPT } from './configurations.mts';
import type { Experiment } from './experiments.mts';
import { runFleet } from './fleet.mts';
import { fleetWith, LIMITER_NAMES, type Changes, type LimiterName } from './parameters.mts';
import { predict } from './predict.mts';
import type { ByLimiter, FleetResults } from './results.mts';
import { SPREADS, TRIALS } from './spreads.mts';
import { loadVariant } from './variant.mts';

/** Each part of the results can be made anew by itself. */
export const PARTS = {
	configurations: () =>
		inTurn(CONFIGURATIONS, async ({ says, changes, limiters }) => ({
			says,
			outcomes: await byLimiter(changes, limiters),
		})),
	sweep: () =>
		inTurn(SWEEP, async (workers) => ({
			workers,
			outcomes: await byLimiter({ ...SWEPT, workers }),
		})),
	spreads: () =>
		inTurn(SPREADS, async ({ says, replacements, firstSeed = 1 }) => {
			const client = await loadVariant(replacements);
			const runs = { count: 4, firstSeed };
			const trials = await inTurn(TRIALS, ({ changes }) => predict(changes, client, runs));
			return { says, trials };
		}),
	predictions: async (experiments: readonly Experiment[]) => {
		const entries = await inTurn(
			experiments,
			async ({ says, changes }) => [says, await predict(changes)] as const,
		);
		return Object.fromEntries(entries);
	},
} as const satisfies {
	[Part in keyof FleetResults]: (experiments: readonly Experiment[]) => Promise<FleetResults[Part]>;
};

async function byLimiter(
	changes: Changes,
	limiters: readonly LimiterName[] = LIMITER_NAMES,
): Promise<ByLimiter> {
	const entries = await inTurn(
		limiters,
		async (limiter) => [limiter, await runFleet(fleetWith({ ...changes, limiter }))] as const,
	);
	return Object.fromEntries(entries) as ByLimiter;
}

async function inTurn<Item, Result>(
	items: readonly Item[],
	work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
	const results: Result[] = [];
	for (const item of items) results.push(await work(item));
	return results;
}
