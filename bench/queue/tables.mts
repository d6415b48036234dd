import type { CallbacksBy } from '../../scripts/n8n/queue/haproxyConfig.mts';
import { shown } from '../report/chart.mts';
import type { CallbacksRun } from './callbacks.mts';
import type { PollingRun } from './polling.mts';
import type { TriggerRun } from './trigger.mts';

type Columns<Run> = ReadonlyArray<readonly [title: string, cell: (run: Run) => string | number]>;

/** What a table shows of each run. */
export const POLLING: Columns<PollingRun> = [
	['Workers', ({ changes }) => changes.workers],
	['Succeeded', ({ changes, measured }) => `${measured.good} of ${changes.executions}`],
	['Paid twice', ({ measured }) => measured.doubles],
	['Time', ({ measured }) => `${shown(measured.makespanSeconds)} s`],
	['Ideal', ({ measured }) => `${shown(measured.idealSeconds)} s`],
	['Refused creates', ({ measured }) => `${shown(100 * measured.refused)} %`],
	['Median wait', ({ measured }) => `${shown(measured.waitSeconds.median)} s`],
	['Longest wait', ({ measured }) => `${shown(measured.waitSeconds.longest)} s`],
	['Status calls per task', ({ measured }) => shown(measured.statusCallsPerTask)],
	['Stored per second', ({ measured }) => shown(measured.receivedPerSecond)],
];

const ROLES = [
	['webhook', 'Webhook'],
	['main', 'Main'],
	['workers', 'Workers'],
	['postgres', 'PostgreSQL'],
	['redis', 'Redis'],
	['service', 'Emulator'],
] as const;

export const PROCESSOR: Columns<PollingRun> = [
	['Workers', ({ changes }) => changes.workers],
	['Time', ({ changes, measured }) => ms((1000 * measured.makespanSeconds) / changes.executions)],
	['n8n, all processes', ({ measured }) => ms(n8nMsOf(measured.processorMs))],
	...ROLES.map(([role, title]): Columns<PollingRun>[number] => [
		title,
		({ measured }) => ms(measured.processorMs[role] ?? 0),
	]),
];

export const CALLBACKS: Columns<CallbacksRun> = [
	['Callbacks go to', ({ callbacksBy }) => receiverOf(callbacksBy)],
	['Pauses in a row', ({ pauses }) => pauses],
	['What is slow', slowOf],
	['Copies of each callback', ({ copies }) => copies],
	['Succeeded', ({ good, executions }) => `${good} of ${executions}`],
	['Never ended', ({ neverEnded }) => neverEnded],
	['Paths moved', ({ moves }) => moves],
	['Resumed twice', ({ doubleResumes }) => doubleResumes],
	['Tasks', ({ tasks }) => tasks],
	['Paid twice', ({ doublePayments }) => doublePayments],
	['Callbacks', ({ callbacks }) => callbacks.sent],
	['Lost', ({ callbacks }) => callbacks.lost],
	['Answers', ({ callbacks }) => answers(callbacks.statuses)],
	['Time', ({ seconds }) => `${shown(seconds)} s`],
];

export const TRIGGER: Columns<TriggerRun> = [
	['Callbacks go to', ({ callbacksBy }) => receiverOf(callbacksBy)],
	['Tasks', ({ tasks }) => tasks],
	['Callbacks for each', ({ callbacks }) => callbacks],
	['Tasks that started the workflow', ({ started }) => started],
	['Started twice', ({ doubleStarts }) => doubleStarts],
];

/** Of n8n's own processes. */
export function n8nMsOf({ main = 0, webhook = 0, workers = 0 }: Readonly<Record<string, number>>) {
	return main + webhook + workers;
}

/** One row for each run, in the syntax of Markdown. */
export function table<Run>(columns: Columns<Run>, runs: readonly Run[]): string {
	const rows = [
		columns.map(([title]) => title),
		columns.map(() => '---'),
		...runs.map((run) => columns.map(([, cell]) => String(cell(run)))),
	];
	return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** What is not as usual. */
export function slowOf({ isSlow, isHalted }: Pick<CallbacksRun, 'isSlow' | 'isHalted'>): string {
	if (isHalted) return 'a webhook process';
	return isSlow ? 'the service' : 'nothing';
}

function receiverOf(callbacksBy: CallbacksBy): string {
	return callbacksBy === 'path' ? 'one, by path' : 'any';
}

function answers(statuses: Readonly<Record<string, number>>): string {
	return Object.entries(statuses)
		.map(([status, count]) => `${count} x ${status === '0' ? 'none in time' : status}`)
		.join(', ');
}

function ms(value: number): string {
	return `${Math.round(value)} ms`;
}
