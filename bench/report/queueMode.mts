import { shown, table } from './tables.mts';
import { measuredOn } from './results.mts';
import type { PollingRun } from '../queue/polling.mts';
import type { QueueResults } from '../queue/results.mts';

/** The part of the documentation about queue mode. */
export function queueMode({ date, machine, runs }: QueueResults): string {
	const [run] = runs;
	return `## Queue mode

\`npm run bench:queue\` repeats it: n8n's processes with PostgreSQL and Redis. What to do with these figures: [scaling](../guides/scaling.md).

A webhook starts ${run?.executions} executions of one task of ${run?.taskSeconds} s within a second, and each answers when its task is finished. The service runs ${run?.places} tasks at the same time and refuses more. There is one main process and one webhook process. Each worker runs 10 executions at the same time, n8n's default. ${measuredOn(machine)}, ${date.slice(0, 10)}.

${pollingTable(runs)}

The ideal is the time of the tasks alone, in as many places as workers and service allow. Waits are from the call of the webhook to its answer. Refused creates are in percent of the accepted ones. n8n's processor time is that of its main, webhook and worker processes, for each execution.`;
}

function pollingTable(runs: readonly PollingRun[]): string {
	const columns: Readonly<Record<string, (run: PollingRun) => string>> = {
		Workers: ({ workers }) => String(workers),
		Succeeded: ({ good, executions }) => `${good} of ${executions}`,
		'Paid twice': ({ doubles }) => String(doubles),
		Time: ({ makespanSeconds }) => `${shown(makespanSeconds)} s`,
		Ideal: ({ idealSeconds }) => `${shown(idealSeconds)} s`,
		'Refused creates': ({ refused }) => `${shown(100 * refused)} %`,
		'Median wait': ({ waitSeconds }) => `${shown(waitSeconds.median)} s`,
		'Longest wait': ({ waitSeconds }) => `${shown(waitSeconds.longest)} s`,
		'Status calls per task': ({ statusCallsPerTask }) => shown(statusCallsPerTask),
		"n8n's processor time": ({ processorMs }) => `${Math.round(processorMs)} ms`,
	};
	const cells = Object.values(columns);
	return table(
		Object.keys(columns),
		runs.map((run) => cells.map((cell) => cell(run))),
	);
}
