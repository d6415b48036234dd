/**
 * npm run bench:fleet                              many n8n processes at one service, on virtual time; writes
 *                                                  docs/development/fleet.md, fleet.svg and results/fleet.json
 * npm run bench:fleet -- --part predictions [...]  only these parts anew; the others stay as they are
 *
 * Takes some minutes. Needs no n8n.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fleetChartOf } from './fleet/chart.mts';
import { readExperiments, type Experiment } from './fleet/experiments.mts';
import { fleetPageOf } from './fleet/page.mts';
import { PARTS } from './fleet/parts.mts';
import { RESULTS_FILE, type FleetResults } from './fleet/results.mts';

const project = join(import.meta.dirname, '..');

async function read<Content>(file: string): Promise<Content> {
	return JSON.parse(await readFile(join(project, file), 'utf8')) as Content;
}

async function make(names: readonly string[], experiments: readonly Experiment[]) {
	const made: Partial<Record<string, unknown>> = {};
	for (const [name, part] of Object.entries(PARTS)) {
		if (!names.includes(name)) continue;
		const begun = performance.now();
		made[name] = await part(experiments);
		console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
	}
	return made;
}

const { values } = parseArgs({ options: { part: { type: 'string', multiple: true } } });
const names = values.part ?? Object.keys(PARTS);
const unknown = names.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
	throw new Error(
		`No such part: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`,
	);
}
const experiments = await readExperiments();
const made = await make(names, experiments);
const earlier = values.part ? await read<Partial<FleetResults>>(RESULTS_FILE) : {};
const results = { ...earlier, ...made } as FleetResults;
await writeFile(join(project, RESULTS_FILE), `${JSON.stringify(results, undefined, '\t')}\n`);
const folder = join(project, 'docs', 'development');
await writeFile(join(folder, 'fleet.md'), fleetPageOf(results, experiments));
await writeFile(join(folder, 'fleet.svg'), fleetChartOf(results));
