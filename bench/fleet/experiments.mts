import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PollingRun } from '../queue/polling.mts';
import { readResults, RESULTS_FILE as QUEUE_FILE } from '../queue/results.mts';
import type { Changes } from './parameters.mts';

/** A run of a real n8n. */
export type Experiment = {
	readonly says: string;
	/** Its parameters, by what is different from the usual fleet. */
	readonly changes: Changes;
	readonly measured: {
		/** Where the figures are from. */
		readonly by: string;
		readonly makespanSeconds: number;
		/** Refused creates for each accepted one. */
		readonly refused?: number;
		/** The longest wait of an execution by the median. */
		readonly longest?: number;
	};
};

const project = join(import.meta.dirname, '..', '..');

/** Those of the benchmark: copied by hand, with their parameters. */
const BY_HAND = 'docs/development/results/fleet-experiments.json';

/** Those that the model was fitted to, and those of `npm run bench:queue`, which test it. */
export async function readExperiments(): Promise<readonly Experiment[]> {
	const fitted = JSON.parse(
		await readFile(join(project, BY_HAND), 'utf8'),
	) as readonly Experiment[];
	const { polling } = await readResults(join(project, QUEUE_FILE));
	return [...fitted, ...(polling?.runs ?? []).map(experimentOf)];
}

function experimentOf({ changes, measured }: PollingRun): Experiment {
	const { workers, slots, executions, service } = changes;
	const each = `${workers} worker${workers === 1 ? '' : 's'} of ${slots} slots`;
	const { median, longest } = measured.waitSeconds;
	return {
		says: `${each}, ${executions} executions of ${service.taskMs / 1000} s, ${service.places} places`,
		changes,
		measured: {
			by: '`npm run bench:queue`, [queue mode](queue-mode.md)',
			makespanSeconds: measured.makespanSeconds,
			refused: measured.refused,
			longest: longest / median,
		},
	};
}
