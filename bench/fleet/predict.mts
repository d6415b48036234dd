import { mean } from '../measure/statistics.mts';
import { runFleet } from './fleet.mts';
import type { Outcome } from './outcome.mts';
import { fleetWith, type Changes } from './parameters.mts';
import type { ClientModule } from './item.mts';

/** The figures of an outcome that are worth a mean. */
export type Figures = Pick<Outcome, (typeof FIGURES)[number]>;

const FIGURES = [
	...(['makespanSeconds', 'idealSeconds', 'makespan', 'refused', 'calls', 'longest'] as const),
	...(['placeMedianSeconds', 'placeLongestSeconds', 'slowestWorker'] as const),
] as const;

/** Runs that the means are of. */
export type Runs = { readonly count: number; readonly firstSeed: number };

const RUNS: Runs = { count: 4, firstSeed: 1 };

/** What a real fleet with these parameters is expected to do: the mean of some runs. */
export async function predict(
	changes: Changes,
	client?: ClientModule,
	{ count, firstSeed }: Runs = RUNS,
): Promise<Figures> {
	const outcomes: Outcome[] = [];
	for (let seed = firstSeed; seed < firstSeed + count; seed++)
		outcomes.push(await runFleet(fleetWith({ ...changes, seed }), client));
	const meanOf = (name: (typeof FIGURES)[number]) => mean(outcomes.map((each) => each[name]));
	return Object.fromEntries(FIGURES.map((name) => [name, meanOf(name)])) as Figures;
}
