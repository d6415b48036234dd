import { shown } from '../report/chart.mts';
import type { Figure } from '../report/figure.mts';
import { n8nMsOf, slowOf } from './tables.mts';
import type { CallbacksRun } from './callbacks.mts';
import type { PollingRun } from './polling.mts';
import type { QueueResults } from './results.mts';

/** The page for users that has some of the figures. */
export const GUIDE = 'docs/guides/scaling.md';

type Row = readonly [what: string, figure: string];

const BENCHMARK = '[benchmark](../development/benchmark.md)';
const HERE = '[queue mode](../development/queue-mode.md)';
/** Figures of the benchmark by case and text; those that are missing have no row. */
const OF_BENCHMARK: ReadonlyArray<readonly [name: string, text: RegExp, what: string]> = [
	['paused', /own Wait node/, "Calls that n8n's own Wait node handles in one process, SQLite"],
	['paused', /at once$/, 'Executions that were paused at the same time'],
	['upload-1g', /^throughput/, 'Uploads from the file system, one process'],
	['download-1g', /^throughput/, 'Downloads into the file system, one process'],
];

/** The guide with these figures in its marked places. */
export function withFigures(
	text: string,
	{ polling, callbacks }: QueueResults,
	benchmark: readonly Figure[],
): string {
	const workers = rowsOf(polling.runs).map(([what, figure]) => [what, figure, HERE]);
	const others = OF_BENCHMARK.flatMap(([name, pattern, what]) => {
		const found = benchmark.find((each) => each.case === name && pattern.test(each.what));
		return found ? [[what, `${shown(found.ours)} ${found.unit}`, BENCHMARK]] : [];
	});
	const carried = table(['What', 'Measured', 'Details'], [...workers, ...others]);
	const withCarried = replaced(text, 'processes', carried);
	return replaced(withCarried, 'webhook processes', callbackTable(callbacks.runs));
}

function rowsOf(runs: readonly PollingRun[]): readonly Row[] {
	const [one] = runs;
	const most = runs.at(-1);
	if (!one || !most) return [];
	const { executions, service } = one.changes;
	const counts = listed(runs.map(({ changes }) => String(changes.workers)));
	const times = runs.map(({ measured }) => shown(measured.makespanSeconds));
	const { processorMs, receivedPerSecond, statusCallsPerTask } = one.measured;
	const { main = 0, webhook = 0, workers = 0, postgres = 0, redis = 0 } = processorMs;
	return [
		[
			`${executions} executions with a task of ${service.taskMs / 1000} s each, ${counts} workers on ${one.changes.n8n.processors} processors, ${service.places} tasks at the same time`,
			`${listed(times)} s`,
		],
		[
			`Refused creates there, ${most.changes.workers} workers without **Max Parallel Tasks**`,
			`${shown(100 * most.measured.refused)} %`,
		],
		['Processor time of n8n for such an execution', `${Math.round(n8nMsOf(processorMs))} ms`],
		['of these, the worker', perProcessor(workers)],
		['of these, the webhook process', perProcessor(webhook)],
		['of these, the main process', perProcessor(main)],
		['PostgreSQL and Redis for it', `${Math.round(postgres + redis)} ms`],
		['Executions that the webhook process stored', `${shown(receivedPerSecond)} per second`],
		['Status calls for such a task', shown(statusCallsPerTask)],
	];
}

/** What a process that has a processor of its own could do at most. */
function perProcessor(ms: number): string {
	const most = Number((1000 / ms).toPrecision(2));
	return `${Math.round(ms)} ms: at most ${most} executions per second and processor`;
}

function callbackTable(runs: readonly CallbacksRun[]): string {
	const rows = runs.map((run) => [
		run.callbacksBy === 'path' ? '**one, by path**' : 'any',
		String(run.pauses),
		slowOf(run),
		String(run.copies),
		String(run.executions),
		String(run.doubleResumes),
		String(run.doublePayments),
		String(run.callbacks.lost),
	]);
	const titles = ['Callbacks go to', 'Pauses in a row', 'What is slow', 'Copies', 'Executions'];
	return table([...titles, 'Resumed twice', 'Tasks paid twice', 'Callbacks lost'], rows);
}

function table(titles: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const all = [titles, titles.map(() => '---'), ...rows];
	return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function listed(words: readonly string[]): string {
	return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** @throws when the text has no such place */
function replaced(text: string, place: string, by: string): string {
	const [begin, end] = [`<!-- figures of ${place} -->`, `<!-- end of ${place} -->`];
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`${GUIDE} has no place for figures of ${place}.`);
	return `${text.slice(0, from + begin.length)}\n\n${by}\n\n${text.slice(to)}`;
}
