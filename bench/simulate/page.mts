import { goalOf } from './goals.mts';
import { APPS, type Cost, type Row } from './simulation.mts';

const COLUMNS = ['Durations', 'T', 'Seen before', 'Nothing known', 'Earlier', 'Now', 'Goal'];

/** The page of the documentation that shows the simulation. */
export function pageOf(rows: readonly Row[]): string {
	const table = [COLUMNS, COLUMNS.map(() => '---'), ...rows.map(cellsOf)];
	return `# Polling

Written by \`npx tsx bench/simulate/polling.mts\`, a simulation on virtual time with the client's own polling. It says how late the end of a task is seen and how many status calls that takes, by what is known of the app.

Each cell is: mean lag in seconds x mean calls = their product in T, the mean duration. Each row is ten tasks of each of ${APPS} apps, one after the other, the same for all columns. A task is queuing for a tenth of its duration and preparing for another, and its status is 404 for 0.3 s. Calls take no time.

"Nothing known" is the table of \`client/tasks/pollInterval.ts\`. "Earlier" is the first estimator, as if it had known the durations of all executions. "Now" is \`client/tasks/leap.ts\` ([why](decisions/007-known-durations.md)).

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

The last rows have no goal. Cached results are a surprise until some have been seen. An app that changes surprises every estimator with the first of the ten tasks.
`;
}

/** The row in one line of a terminal. */
export function lineOf(row: Row): string {
	return cellsOf(row).join('  |  ');
}

function cellsOf(row: Row): string[] {
	const { distribution, meanSeconds, known, costs } = row;
	const shown = (cost: Cost) => shownCost(cost, meanSeconds);
	const goal = goalOf(row);
	return [
		...[distribution.name, `${meanSeconds} s`, known.says],
		...[shown(costs.nothing), shown(costs.earlier), shown(costs.present)],
		goal ? `${goal.says}: ${goal.met ? 'met' : '**missed**'}` : '',
	];
}

function shownCost({ lagSeconds, calls }: Cost, meanSeconds: number): string {
	const product = (lagSeconds * calls) / meanSeconds;
	return `${lagSeconds.toFixed(2)} x ${calls.toFixed(1)} = ${product.toFixed(2)}`;
}
