import { dirname, join } from 'node:path';
import { buildPackage } from '../scripts/build.mts';
import { measurePolling } from './queue/polling.mts';
import { saveQueueResults, troublesOf, type QueueResults } from './queue/results.mts';
import { machineOf } from './report/results.mts';

type Options = { readonly executions?: number; readonly write?: boolean };

const projectFolder = dirname(import.meta.dirname);
const node = join(projectFolder, 'n8n', 'node_modules', '.bin', 'node');

/** Measures n8n's workers in queue mode. */
export default async function benchQueue({ executions, write }: Options): Promise<void> {
	// A normal exit stops the servers.
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
	buildPackage(projectFolder);
	const runs = await measurePolling(executions ?? 500);
	const measured: QueueResults = {
		date: new Date().toISOString(),
		machine: machineOf(node),
		runs,
	};
	console.log(JSON.stringify(measured, undefined, '\t'));
	const isSaved = write ?? executions === undefined;
	if (isSaved) saveQueueResults(measured);
	const troubles = troublesOf(measured);
	if (troubles.length > 0)
		throw new Error(`The fleet is set up as the guide says, but: ${troubles.join(', ')}.`);
	console.log(
		isSaved
			? 'Saved in docs/development/results. `npm run generate` brings it into the documents.'
			: 'Nothing was lost or paid twice. Nothing was saved. With --write, these figures replace the earlier ones.',
	);
}
