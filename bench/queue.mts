/**
 * npm run bench:queue                                  a fleet of n8n processes in queue mode; writes the pages
 * npm run bench:queue -- --part polling                this part only; prints, and writes nothing
 * npm run bench:queue -- --executions 20               fewer executions; prints, and writes nothing
 * npm run bench:queue -- --part callbacks --write      replaces the figures of this part
 *
 * Writes docs/development/results/queue-mode.json, docs/development/queue-mode.md and the figures of
 * docs/guides/scaling.md. Takes three quarters of an hour. Linux only. Needs PostgreSQL, Redis and HAProxy.
 * Fails if an execution failed, or paid twice, in a fleet that is set up as the guide says.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCallbacks } from './queue/callbacks.mts';
import { GUIDE, withFigures } from './queue/guide.mts';
import { queuePageOf } from './queue/page.mts';
import { measurePolling } from './queue/polling.mts';
import { measureTrigger } from './queue/trigger.mts';
import {
	readResults,
	RESULTS_FILE,
	troublesOf,
	writeResults,
	type Part,
	type QueueResults,
} from './queue/results.mts';
import { latestBenchmark, machineOf } from './report/results.mts';

const project = join(import.meta.dirname, '..');
const node = join(project, 'n8n', 'node_modules', '.bin', 'node');

/** How many executions or tasks, if nothing else is said. */
const PARTS = { polling: 500, callbacks: 200, trigger: 200 } as const;
const MEASURE = {
	polling: measurePolling,
	callbacks: measureCallbacks,
	trigger: measureTrigger,
} as const;

async function measure(names: ReadonlyArray<keyof typeof PARTS>, executions: number | undefined) {
	const parts: Partial<Record<keyof typeof PARTS, Part<unknown>>> = {};
	for (const name of names) {
		const runs = await MEASURE[name](executions ?? PARTS[name]);
		const date = new Date().toISOString();
		parts[name] = { date, machine: await machineOf(node), runs };
	}
	return parts as Partial<QueueResults>;
}

async function write(measured: Partial<QueueResults>): Promise<void> {
	const file = join(project, RESULTS_FILE);
	const results = { ...(await readResults(file)), ...measured } as QueueResults;
	await writeResults(file, results);
	await writeFile(join(project, 'docs', 'development', 'queue-mode.md'), queuePageOf(results));
	const guide = join(project, GUIDE);
	const text = await readFile(guide, 'utf8');
	await writeFile(guide, withFigures(text, results, await latestBenchmark(project)));
}

// A normal exit stops the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values } = parseArgs({
	options: {
		part: { type: 'string', multiple: true },
		executions: { type: 'string' },
		write: { type: 'boolean', default: false },
	},
});
const all = Object.keys(PARTS) as ReadonlyArray<keyof typeof PARTS>;
const names = all.filter((name) => !values.part || values.part.includes(name));
if (names.length < (values.part?.length ?? 1)) {
	throw new Error(`No such part: ${values.part?.join(', ')}. There are ${all.join(', ')}.`);
}
const executions = values.executions === undefined ? undefined : Number(values.executions);
const measured = await measure(names, executions);
console.log(JSON.stringify(measured, undefined, '\t'));
if (values.write || (!values.part && !values.executions)) await write(measured);
const troubles = troublesOf(measured);
for (const trouble of troubles) console.error(trouble);
if (troubles.length > 0) process.exitCode = 1;
