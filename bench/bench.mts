import { loadavg } from 'node:os';
import { dirname } from 'node:path';
import { buildPackage } from '../scripts/build.mts';
import { CASES } from './cases/cases.mts';
import type { Figure } from './report/figure.mts';
import { lineOf } from './report/measured.mts';
import { saveResults } from './report/results.mts';
import { withSetting, type Setting } from './setting/setting.mts';

type Options = {
	readonly case?: readonly string[];
	readonly write?: boolean;
};

const projectFolder = dirname(import.meta.dirname);

/** Measures the package in a real n8n. */
export default async function bench({ case: picked, write }: Options): Promise<void> {
	// A normal exit stops the servers and removes the big files.
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
	const names = Object.keys(CASES).filter((name) => picked?.includes(name) ?? true);
	const isSaved = write ?? !picked;
	buildPackage(projectFolder);
	console.log('Starting n8n and the emulator ...');
	await withSetting(projectFolder, async (setting) => {
		const figures = await measureAll(setting, names);
		if (isSaved) saveResults(figures, setting.node, Object.keys(CASES));
	});
	console.log(
		isSaved
			? 'Saved in bench/results.json. `npm run generate` brings it into the documents.'
			: 'Nothing was saved. With --write, these figures replace the earlier ones.',
	);
}

async function measureAll(setting: Setting, names: readonly string[]): Promise<readonly Figure[]> {
	const figures: Figure[] = [];
	for (const [index, name] of names.entries()) {
		console.log(`${index + 1} of ${names.length}: ${name} ...`);
		for (const figure of await measureOne(setting, name)) {
			figures.push(figure);
			console.log(`  ${lineOf(figure)}`);
		}
	}
	return figures;
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
