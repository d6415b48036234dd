import { CHANGES_AT, DISTRIBUTIONS, type Distribution } from './distributions.mts';
import { ESTIMATORS, type EstimatorName } from './estimators.mts';
import { remember, waitFor, type Wait } from './waits.mts';
import { fractions, mean } from '../measure/statistics.mts';

/** What waiting costs on average. */
export type Cost = { readonly lagSeconds: number; readonly calls: number };

/** A distribution of durations, by its mean and by how well the app is known. */
export type Row = {
	readonly distribution: Distribution;
	readonly meanSeconds: number;
	readonly known: Known;
	readonly costs: Readonly<Record<EstimatorName, Cost>>;
};

/** How many tasks of the app were seen before those that are measured. */
type Known = { readonly says: string; readonly from: number };

const MEAN_SECONDS = [2, 7, 60];
const KNOWN: readonly Known[] = [
	{ says: '3 to 12', from: 3 },
	{ says: '30 to 39', from: CHANGES_AT },
];
const MEASURED = 10;
export const APPS = 30;
/** Random numbers that a task needs at most. */
const NUMBERS = 2;

/** All distributions, durations and estimators; the same in every run. */
export async function simulate(): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for (const distribution of DISTRIBUTIONS) {
		for (const meanSeconds of MEAN_SECONDS) {
			for (const known of KNOWN.slice(distribution.changes ? -1 : 0)) {
				const durations = durationsOf(distribution, meanSeconds, known);
				const costOf = (name: EstimatorName) => measure(durations, known, name);
				const [nothing, earlier, present] = [
					await costOf('nothing'),
					await costOf('earlier'),
					await costOf('present'),
				];
				rows.push({ distribution, meanSeconds, known, costs: { nothing, earlier, present } });
			}
		}
	}
	return rows;
}

/** For each app those of its tasks, in order. */
function durationsOf({ draw }: Distribution, meanSeconds: number, { from }: Known) {
	const tasks = CHANGES_AT + MEASURED;
	const numbers = fractions(APPS * tasks * NUMBERS)[Symbol.iterator]();
	const random = () => numbers.next().value ?? 0;
	return Array.from({ length: APPS }, () =>
		Array.from({ length: tasks }, (_, nth) => draw(random, meanSeconds * 1000, nth)).slice(
			0,
			from + MEASURED,
		),
	);
}

async function measure(
	apps: ReadonlyArray<readonly number[]>,
	{ from }: Known,
	name: EstimatorName,
): Promise<Cost> {
	const waits: Wait[] = [];
	for (const durations of apps) {
		const estimator = ESTIMATORS[name]();
		durations.slice(0, from).forEach((ms) => remember(ms, estimator));
		for (const ms of durations.slice(from)) waits.push(await waitFor(ms, estimator));
	}
	return {
		lagSeconds: mean(waits.map(({ lagMs }) => lagMs)) / 1000,
		calls: mean(waits.map(({ calls }) => calls)),
	};
}
