import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Listed } from '../measure/listExecutions.mts';
import { tally } from '../measure/tally.mts';
import type { Fleet } from './fleet.mts';
import { executionOf } from './workflow.mts';

/** Half of the executions have two items, the others three. */
export function itemsOf(execution: number): number {
	return 2 + (execution % 2);
}

/** A worker logs each turn of an execution: its start, and each time that it was resumed. */
export async function doubleResumesOf(
	{ n8n }: Fleet,
	executions: readonly Listed[],
	pauses: number,
): Promise<number> {
	const log = (await Promise.all(n8n.workers.map((worker) => worker.log()))).join('\n');
	const turns = tally([...log.matchAll(/Worker started execution (\d+) /g)].map(([, id]) => id));
	return sum(executions.map(({ id }) => Math.max(0, (turns.get(id) ?? 0) - 1 - pauses)));
}

/** How often the balancer took a webhook process for dead until now. */
export async function movesOf({ n8n }: Fleet): Promise<number> {
	const log = await readFile(join(n8n.folder, 'haproxy.cfg.log'), 'utf8');
	return [...log.matchAll(/Server callbacks\/\S+ is DOWN/g)].length;
}

/** The tasks, and those beyond one for each item and pause. */
export async function paymentsOf({ emulator }: Fleet, pauses: number) {
	const tasks = await emulator.tasks();
	const extra = [...tally(tasks.map(executionOf))].map(([execution, count]) =>
		Math.max(0, count - itemsOf(execution) * pauses),
	);
	return { tasks: tasks.length, doublePayments: sum(extra) };
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
