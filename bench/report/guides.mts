import type { PollingRun } from '../queue/polling.mts';
import type { QueueResults } from '../queue/results.mts';
import { callbacksTable, n8nMsOf } from '../queue/section.mts';
import type { Figure } from './figure.mts';
import { shown, table } from './tables.mts';

/** What a reader finds it under, its case, and how its text begins. */
type Row = readonly [what: string, name: string, begin: string];

/** The guide to scaling with these figures in its marked places. */
export function withScaling(
	guide: string,
	{ polling, callbacks }: QueueResults,
	figures: readonly Figure[],
): string {
	const processes = table(
		['What', 'Measured', 'To repeat it'],
		[...rowsOf(polling.runs), ...rowsOfBenchmark(figures)],
	);
	const filled = withPlace(guide, 'processes', processes);
	return withPlace(filled, 'webhook processes', callbacksTable(callbacks.runs));
}

/** The comparison with these figures in its marked place. */
export function withComparison(page: string, figures: readonly Figure[]): string {
	const rows: readonly Row[] = [
		['Time from the end of a task of 2 seconds to its result', 'lag', 'tasks of 2 s: from'],
		['Time from the end of a task of 60 seconds to its result', 'lag', 'tasks of 60 s: from'],
		['Status calls for a task of 60 seconds', 'lag', 'tasks of 60 s: status'],
		['Memory for an upload of 1 GB', 'transfer', 'upload of 1 GB: peak memory'],
		['Speed of that upload', 'transfer', 'upload of 1 GB: throughput'],
		['500 items whose tasks finish at once', 'overhead', '500 items'],
	];
	const compared = rows.map(([what, name, begin]) => {
		const { ours, unit, peers = {} } = figureOf(figures, name, begin);
		const loop = Object.entries(peers).find(([peer]) => peer.startsWith('HTTP Request'));
		return [what, ...[loop?.[1] ?? NaN, ours].map((value) => `${shown(value)} ${unit}`)];
	});
	return withPlace(page, 'the comparison', table(['', 'HTTP Request loop', 'This node'], compared));
}

function rowsOf(runs: readonly PollingRun[]): ReadonlyArray<readonly string[]> {
	const [one] = runs;
	const most = runs.at(-1);
	if (!one || !most) return [];
	const { executions, taskSeconds, places, processorMs } = one;
	const { main = 0, webhook = 0, workers = 0, postgres = 0, redis = 0 } = processorMs;
	const rows = [
		...runs.map((run) => [
			`${counted(run.workers)}: ${executions} executions with a task of ${taskSeconds} s each, at a service that runs ${places} at a time`,
			`${shown(run.makespanSeconds)} s`,
		]),
		[
			`${counted(most.workers)}: refused creates, without **Max Tasks at a Time (All Executions)**`,
			`${shown(100 * most.refused)} %`,
		],
		['Processor time of n8n for such an execution', `${Math.round(n8nMsOf(processorMs))} ms`],
		['of these, the worker', perProcessor(workers)],
		['of these, the webhook process', perProcessor(webhook)],
		['of these, the main process', perProcessor(main)],
		['PostgreSQL and Redis for it', `${Math.round(postgres + redis)} ms`],
		['Executions that the webhook process stored', `${shown(one.receivedPerSecond)} per second`],
		['Status calls for such a task', shown(one.statusCallsPerTask)],
	];
	return rows.map((row) => [...row, '`npm run bench:queue -- --part polling`']);
}

function rowsOfBenchmark(figures: readonly Figure[]): ReadonlyArray<readonly string[]> {
	const rows: readonly Row[] = [
		["Calls that n8n's own Wait node handles in one process, SQLite", 'paused', 'calls'],
		['Executions that were paused at the same time', 'paused', 'executions paused'],
		['Uploads from the file system, one process', 'transfer', 'upload of 1 GB: throughput'],
		['Downloads into the file system, one process', 'transfer', 'download of 1 GB: throughput'],
	];
	return rows.map(([what, name, begin]) => {
		const { ours, unit } = figureOf(figures, name, begin);
		return [what, `${shown(ours)} ${unit}`, `\`npm run bench -- --case ${name}\``];
	});
}

/** What a process that has a processor of its own could do at most. */
function perProcessor(ms: number): string {
	const most = Number((1000 / ms).toPrecision(2));
	return `${Math.round(ms)} ms: at most ${most} executions per second and processor`;
}

function counted(workers: number): string {
	return workers === 1 ? '1 worker' : `${workers} workers`;
}

/** @throws if no figure of this case begins so */
function figureOf(figures: readonly Figure[], name: string, begin: string): Figure {
	const found = figures.find((each) => each.case === name && each.what.startsWith(begin));
	if (found === undefined) throw new Error(`No figure of ${name} begins with "${begin}".`);
	return found;
}

/** @throws if the page has no such place */
function withPlace(page: string, place: string, figures: string): string {
	const [begin, end] = [`<!-- figures of ${place} -->`, `<!-- end of ${place} -->`];
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`The page has no place for figures of ${place}.`);
	return `${page.slice(0, from + begin.length)}\n\n${figures}\n\n${page.slice(to)}`;
}
