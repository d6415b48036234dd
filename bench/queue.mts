import { dirname, join } from 'node:path';
import { buildPackage } from '../scripts/build.mts';
import { measureCallbacks } from './queue/callbacks.mts';
import { measurePolling } from './queue/polling.mts';
import { saveQueueResults, troublesOf, type Part, type QueueResults } from './queue/results.mts';
import { measureTrigger } from './queue/trigger.mts';
import { machineOf } from './report/results.mts';

type Options = {
	readonly part?: ReadonlyArray<keyof QueueResults>;
	readonly executions?: number;
	readonly write?: boolean;
};

const projectFolder = dirname(import.meta.dirname);
const node = join(projectFolder, 'n8n', 'node_modules', '.bin', 'node');

/** Each part, with its usual number of executions or tasks. */
const PARTS = {
	polling: { measure: measurePolling, usual: 500 },
	callbacks: { measure: measureCallbacks, usual: 200 },
	trigger: { measure: measureTrigger, usual: 200 },
} as const;
const NAMES = Object.keys(PARTS) as ReadonlyArray<keyof QueueResults>;

/** Measures a fleet of n8n processes in queue mode. */
export default async function benchQueue({ part, executions, write }: Options): Promise<void> {
	// A normal exit stops the servers.
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
	buildPackage(projectFolder);
	const names = NAMES.filter((name) => part?.includes(name) ?? true);
	const measured = await measureAll(names, executions);
	console.log(JSON.stringify(measured, undefined, '\t'));
	const isSaved = write ?? (part === undefined && executions === undefined);
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

async function measureAll(names: ReadonlyArray<keyof QueueResults>, executions?: number) {
	const parts: Partial<Record<keyof QueueResults, Part<unknown>>> = {};
	for (const [index, name] of names.entries()) {
		console.log(`${index + 1} of ${names.length}: ${name} ...`);
		const runs = await PARTS[name].measure(executions ?? PARTS[name].usual);
		parts[name] = { date: new Date().toISOString(), machine: machineOf(node), runs };
	}
	return parts as Partial<QueueResults>;
}
