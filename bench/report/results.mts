import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { CASES } from '../cases/cases.mts';
import type { Setting } from '../setting/setting.mts';
import type { Figure } from './figure.mts';

/** Figures of the benchmark and the machine that the latest of them were measured on. */
export type Results = {
	readonly machine: Machine;
	readonly figures: readonly Figure[];
};

export type Machine = {
	readonly processors: string;
	readonly memoryGb: number;
	readonly node: string;
	readonly n8n: string;
};

export async function resultsOf(
	figures: readonly Figure[],
	{ node }: Pick<Setting, 'node'>,
): Promise<Results> {
	return { machine: await machineOf(node), figures };
}

/** @param node the Node.js that runs n8n */
export async function machineOf(node: string): Promise<Machine> {
	const manifest = join(node, '..', '..', 'n8n', 'package.json');
	const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { readonly version: string };
	const [first] = cpus();
	return {
		processors: `${cpus().length} x ${first?.model ?? 'unknown'}`,
		memoryGb: Math.round(totalmem() / 1024 ** 3),
		node: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
		n8n: version,
	};
}

/**
 * Cases that were measured before, and not again, keep their figures, while they exist.
 * @returns what the file holds now
 */
export async function saveResults(file: string, results: Results): Promise<Results> {
	const isNew = new Set(results.figures.map((figure) => figure.case));
	const earlier = (await figuresIn(file)).filter(
		(figure) => figure.case in CASES && !isNew.has(figure.case),
	);
	const saved = { ...results, figures: inOrder([...earlier, ...results.figures]) };
	await writeFile(file, `${JSON.stringify(saved, undefined, '\t')}\n`);
	return saved;
}

/** The figures of the benchmark. */
export function latestBenchmark(projectFolder: string): Promise<readonly Figure[]> {
	return figuresIn(join(projectFolder, 'bench', 'results.json'));
}

async function figuresIn(file: string): Promise<readonly Figure[]> {
	const text = await readFile(file, 'utf8').catch(() => undefined);
	return text === undefined ? [] : (JSON.parse(text) as Results).figures;
}

function inOrder(figures: readonly Figure[]): readonly Figure[] {
	const names = Object.keys(CASES);
	return figures.toSorted((a, b) => names.indexOf(a.case) - names.indexOf(b.case));
}
