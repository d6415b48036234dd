import { shown } from './chart.mts';
import type { Figure } from './figure.mts';
import { LIMITS } from './limits.mts';
import type { Results } from './results.mts';

const COLUMNS = ['Case', 'Ours', 'Ideal', 'Peers', 'Goal', 'Load', 'Measured'];

/** The page of the documentation that shows the figures. */
export function pageOf({ machine, figures }: Results): string {
	const { processors, memoryGb, node, n8n } = machine;
	const rows = [COLUMNS, COLUMNS.map(() => '---'), ...figures.map(cellsOf)];
	return `# Benchmark

Written by \`npm run bench\`, with a real n8n, the emulator and a plain HTTP server each in its own process on one machine. Measured on ${processors}, ${memoryGb} GB, Node.js ${node}, n8n ${n8n}, binary data in filesystem mode. MB are 2^20 bytes. Load is the number of processes that needed a processor, a minute's average before and after the case. If it's above the number of processors, other work slowed the case down.

![The figures that other nodes and tools were measured for as well, as bars](benchmark.svg)

${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

## How it's measured, and its limits

${LIMITS.map(({ about, says }) => `- **${about}.** ${says}`).join('\n')}
`;
}

/** The figure in one line of a terminal. */
export function lineOf(figure: Figure): string {
	return cellsOf(figure).join('  |  ');
}

function cellsOf(figure: Figure): string[] {
	const { date, what, unit, ours, ideal, peers = {}, goal, load } = figure;
	const others = Object.entries(peers).map(([name, value]) => `${name} ${shown(value)}`);
	return [
		`\`${figure.case}\` ${what}`,
		`${shown(ours)} ${unit}`,
		ideal === undefined ? '' : `${shown(ideal)} ${unit}`,
		others.join(', '),
		goal ? `${goal.says}: ${goal.met ? 'met' : '**missed**'}` : '',
		load.map((value) => value.toFixed(1)).join(' to '),
		date,
	];
}
