import type { Machine } from '../report/results.mts';
import type { PollingRun } from './polling.mts';

export type QueueResults = {
	/** ISO 8601. */
	readonly date: string;
	readonly machine: Machine;
	readonly runs: readonly PollingRun[];
};

export const QUEUE_FILE = 'docs/development/results/queue-mode.json';

/** What mustn't happen in a fleet that is set up as the guide says. */
export function troublesOf({ runs }: QueueResults): readonly string[] {
	return runs.flatMap(({ workers, executions, good, doubles }) => [
		...trouble(`${workers} worker(s): failed`, executions - good),
		...trouble(`${workers} worker(s): paid twice`, doubles),
	]);
}

function trouble(what: string, count: number): readonly string[] {
	return count === 0 ? [] : [`${what}: ${count}`];
}
