/**
 * npm run bench                               every case; writes bench/results.json and docs/development/benchmark.md
 * npm run bench -- --case stop [--case ...]   these only; prints, and writes nothing
 * npm run bench -- --case stop --write        replaces their figures
 * npm run bench -- --json <file>              the figures as JSON as well
 *
 * Takes an hour, and 10 GB of the temporary folder while it runs. Linux only.
 */
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CASES } from './cases/cases.mts';
import type { Figure } from './report/figure.mts';
import { chartOf } from './report/chart.mts';
import { lineOf, pageOf } from './report/page.mts';
import { recordsOf } from './report/records.mts';
import { resultsOf, saveResults, type Results } from './report/results.mts';
import { withSetting, type Setting } from './setting/setting.mts';

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

async function measureAll(setting: Setting, names: readonly string[]): Promise<Results> {
	const figures: Figure[] = [];
	for (const name of names) {
		for (const figure of await measureOne(setting, name)) {
			figures.push(figure);
			console.log(lineOf(figure));
		}
	}
	return resultsOf(figures, setting);
}

async function measureOne(setting: Setting, name: string): Promise<readonly Figure[]> {
	await setting.emulator.reset();
	const before = load();
	const measured = (await CASES[name]?.(setting)) ?? [];
	const date = new Date().toISOString().slice(0, 10);
	return measured.map((each) => ({ case: name, date, ...each, load: [before, load()] }));
}

function load(): number {
	return loadavg()[0] ?? NaN;
}

// A normal exit stops the servers and removes the big files.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values } = parseArgs({
	options: {
		case: { type: 'string', multiple: true },
		write: { type: 'boolean', default: false },
		json: { type: 'string' },
	},
});
const names = values.case ?? Object.keys(CASES);
const unknown = names.filter((name) => !(name in CASES));
if (unknown.length > 0) {
	throw new Error(
		`No such case: ${unknown.join(', ')}. There are ${Object.keys(CASES).join(', ')}.`,
	);
}
const results = await withSetting(projectFolder, (setting) => measureAll(setting, names));
if (values.json)
	await writeFile(values.json, JSON.stringify(recordsOf(results.figures), undefined, '\t'));
if (!values.case || values.write) {
	const saved = await saveResults(join(projectFolder, 'bench', 'results.json'), results);
	const folder = join(projectFolder, 'docs', 'development');
	await writeFile(join(folder, 'benchmark.md'), pageOf(saved));
	await writeFile(join(folder, 'benchmark.svg'), chartOf(saved));
}
