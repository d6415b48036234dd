import type { Experiment } from './experiments.mts';
import type { FleetResults } from './results.mts';
import { predictionTable, scaleTable, spreadTable } from './tables.mts';

/** The page of the documentation that shows the fleet. */
export function fleetPageOf(results: FleetResults, experiments: readonly Experiment[]): string {
	return [scaleTable(results), spreadTable(results), predictionTable(results, experiments)].join(
		'\n\n',
	);
}
