import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { node } from '../setting/project.mts';
import type { Figure } from './figure.mts';
import { readSaved } from './save.mts';

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

export const RESULTS_FILE = 'bench/results.json';

/** This one, with the Node.js that runs n8n. */
export function machine(): Machine {
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
export function measuredOn({ processors, memoryGb, node: version, n8n }: Machine): string {
	return `Measured on ${processors}, ${memoryGb} GB, Node.js ${version}, n8n ${n8n}`;
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
	return readSaved<Results>(RESULTS_FILE);
}
