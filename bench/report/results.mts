import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Setting } from '../setting/setting.mts';
import type { Figure } from './figure.mts';

/** A run of the benchmark and the machine it ran on. */
export type Results = {
	/** ISO 8601. */
	readonly date: string;
	readonly machine: {
		readonly processors: string;
		readonly memoryGb: number;
		readonly node: string;
		readonly n8n: string;
	};
	readonly figures: readonly Figure[];
};

export async function resultsOf(figures: readonly Figure[], setting: Setting): Promise<Results> {
	const { node } = setting;
	const manifest = join(node, '..', '..', 'n8n', 'package.json');
	const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { readonly version: string };
	const [first] = cpus();
	return {
		date: new Date().toISOString(),
		machine: {
			processors: `${cpus().length} x ${first?.model ?? 'unknown'}`,
			memoryGb: Math.round(totalmem() / 1024 ** 3),
			node: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
			n8n: version,
		},
		figures,
	};
}

/** One file a day; a later run takes its place. */
export async function saveResults(folder: string, results: Results): Promise<void> {
	await mkdir(folder, { recursive: true });
	const file = join(folder, `${results.date.slice(0, 10)}.json`);
	await writeFile(file, `${JSON.stringify(results, undefined, '\t')}\n`);
}
