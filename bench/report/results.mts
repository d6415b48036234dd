import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure.mts';

/** Figures of the benchmark; the machine is that of the latest. */
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

const FILE = join(import.meta.dirname, '..', 'results.json');

/** @param node the Node.js that runs n8n */
export function machineOf(node: string): Machine {
	const manifest = join(node, '..', '..', 'n8n', 'package.json');
	const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
	const [first] = cpus();
	return {
		processors: `${cpus().length} x ${first?.model ?? 'unknown'}`,
		memoryGb: Math.round(totalmem() / 1024 ** 3),
		node: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
		n8n: version,
	};
}

/** Begins a sentence about figures. */
export function measuredOn({ processors, memoryGb, node, n8n }: Machine): string {
	return `Measured on ${processors}, ${memoryGb} GB, Node.js ${node}, n8n ${n8n}`;
}

/** The processors of all figures, with the cases that were measured on each. */
export function processorsOf(figures: readonly Figure[]): string {
	const cases = new Map<string, Set<string>>();
	for (const { case: name, processors = '' } of figures)
		cases.set(processors, (cases.get(processors) ?? new Set()).add(name));
	if (cases.size === 1) return [...cases.keys()].join();
	return [...cases].map(([each, names]) => `${each} (${[...names].join(', ')})`).join(' and ');
}

/** The figures of all cases, each as it was measured last. */
export function readResults(): Results {
	return JSON.parse(readFileSync(FILE, 'utf8')) as Results;
}

/**
 * Cases that aren't measured again keep their figures.
 * @param cases all of them, in the order of the file
 */
export function saveResults(
	measured: readonly Figure[],
	node: string,
	cases: readonly string[],
): void {
	const isNew = new Set(measured.map((figure) => figure.case));
	const earlier = readResults().figures.filter((figure) => !isNew.has(figure.case));
	const machine = machineOf(node);
	const { processors } = machine;
	const latest = measured.map((figure) => ({ ...figure, processors }));
	const figures = [...earlier, ...latest].toSorted(
		(a, b) => cases.indexOf(a.case) - cases.indexOf(b.case),
	);
	writeFileSync(FILE, `${JSON.stringify({ machine, figures }, undefined, '\t')}\n`);
}
