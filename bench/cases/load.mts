import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import type { Setting } from '../setting/setting.mts';

const STARTS = 21;
const MOST_MS = 25;

const run = promisify(execFile);
const project = join(import.meta.dirname, '..', '..');
const script = join(project, 'bench', 'measure', 'loadPackage.cjs');

/** What a start of n8n spends on the package, each time in a fresh process. */
export async function measureLoad({ node }: Setting): Promise<readonly Measured[]> {
	const samples: number[] = [];
	for (let n = 0; n < STARTS; n++) {
		const { stdout } = await run(node, [script, join(project, 'n8n'), project]);
		samples.push(Number(stdout));
	}
	const ours = median(samples);
	return [
		{
			what: `time of n8n's loader for the package, median of ${STARTS}`,
			unit: 'ms',
			ours,
			samples,
			goal: { says: `<= ${MOST_MS} ms`, met: ours <= MOST_MS },
		},
	];
}
