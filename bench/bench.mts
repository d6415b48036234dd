import { loadavg } from 'node:os';
import { CASES } from './cases/cases.mts';
import type { Figure } from './report/figure.mts';
import { lineOf } from './report/measured.mts';
import { machine, readResults, RESULTS_FILE } from './report/results.mts';
import { saveIf } from './report/save.mts';
import { prepare } from './setting/project.mts';
import { withSetting, type Setting } from './setting/setting.mts';

type Options = {
	readonly case?: readonly string[];
	readonly write?: boolean;
};

/** Measures the package in a real n8n. Cases that aren't measured again keep their figures. */
export default async function bench({ case: picked, write }: Options): Promise<void> {
	const all = Object.keys(CASES);
	const names = all.filter((name) => picked?.includes(name) ?? true);
	prepare();
	const latest = await withSetting((setting) => measureAll(setting, names));
	const earlier = readResults().figures;
	const figures = all.flatMap((name) =>
		(names.includes(name) ? latest : earlier).filter((figure) => figure.case === name),
	);
	saveIf(write ?? !picked, RESULTS_FILE, { machine: machine(), figures });
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
	setting.emulator.reset();
	const before = load();
	const measured = (await CASES[name]?.(setting)) ?? [];
	const date = new Date().toISOString().slice(0, 10);
	const { processors } = machine();
	return measured.map((each) => ({
		...{ case: name, date, ...each },
		...{ load: [before, load()], processors },
	}));
}

function load(): number {
	return loadavg()[0] ?? NaN;
}
