import type { Experiment } from './experiments.mts';
import { LIMITER_NAMES, type LimiterName } from './parameters.mts';
import type { Outcome } from './outcome.mts';
import type { Figures } from './predict.mts';
import type { FleetResults } from './results.mts';
import { TRIALS } from './spreads.mts';
import { percent, seconds, times } from './words.mts';

const LIMITER_WORDS: Readonly<Record<LimiterName, string>> = {
	execution: 'one per execution',
	process: '**one per process**',
	all: 'one for all processes',
	ideal: 'ideal',
};

type Rows = ReadonlyArray<readonly string[]>;

/** A table of Markdown. */
function tableOf(columns: readonly string[], rows: Rows): string {
	return [columns, columns.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

const SCALE_COLUMNS = [
	...['Fleet', 'Limiter', 'Makespan', 'Refused per accepted', 'Calls per task', 'Longest wait'],
	...['Wait for a place', 'Slowest worker', 'Without a result'],
];

export function scaleTable({ configurations }: FleetResults): string {
	const rows = configurations.flatMap(({ says, outcomes }) =>
		LIMITER_NAMES.flatMap((limiter) => {
			const outcome = outcomes[limiter];
			return outcome ? [[says, LIMITER_WORDS[limiter], ...cellsOf(outcome)]] : [];
		}),
	);
	return tableOf(SCALE_COLUMNS, rows);
}

function cellsOf(outcome: Outcome): readonly string[] {
	const { failures, placeMedianSeconds, placeLongestSeconds } = outcome;
	const failed = Object.entries(failures).map(([kind, count]) => `${count} ${kind}`);
	return [
		`${times(outcome.makespan)} of ${seconds(outcome.idealSeconds)}`,
		percent(outcome.refused),
		outcome.calls.toFixed(1),
		times(outcome.longest),
		`${seconds(placeMedianSeconds)}, at most ${seconds(placeLongestSeconds)}`,
		times(outcome.slowestWorker),
		failed.join(', ') || '0',
	];
}

/** A column of makespan, refusals and slowest worker for each trial. */
export function spreadTable({ spreads }: FleetResults): string {
	const rows = spreads.map(({ says, trials }) => [says, ...trials.map(shownTrial)]);
	return tableOf(['Spread', ...TRIALS.map(({ says }) => says)], rows);
}

function shownTrial({ makespan, refused, slowestWorker }: Figures): string {
	return `${times(makespan)}, ${percent(refused)}, ${times(slowestWorker)}`;
}

const PREDICTION_COLUMNS = [
	...['Experiment', 'Makespan predicted', 'measured', 'Refused predicted', 'measured'],
	...['Longest wait predicted', 'measured', 'Measured by'],
];

export function predictionTable(
	{ predictions }: FleetResults,
	experiments: readonly Experiment[],
): string {
	const rows = experiments.map(({ says, measured }) => {
		const predicted = predictions[says];
		return [
			says,
			...beside(predicted?.makespanSeconds, measured.makespanSeconds, seconds),
			...beside(predicted?.refused, measured.refused, percent),
			...beside(predicted?.longest, measured.longest, times),
			measured.by,
		];
	});
	return tableOf(PREDICTION_COLUMNS, rows);
}

/** The measured value comes with how far the prediction is from it. */
function beside(
	predicted: number | undefined,
	measured: number | undefined,
	shown: (value: number) => string,
): readonly string[] {
	const first = predicted === undefined ? '' : shown(predicted);
	if (predicted === undefined || measured === undefined) return [first, ''];
	if (measured === 0) return [first, shown(measured)];
	const off = Math.round(100 * (predicted / measured - 1));
	return [first, `${shown(measured)} (${off > 0 ? '+' : ''}${off} %)`];
}
