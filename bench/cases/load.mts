import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeEmptyPackage } from '../measure/emptyPackage.mts';
import { median } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { node, projectFolder } from '../setting/project.mts';
import type { Setting } from '../setting/setting.mts';

const STARTS = 21;
const MOST_MS = 25;

const run = promisify(execFile);
const script = join(projectFolder, 'bench', 'measure', 'loadPackage.cjs');

/**
 * How long n8n's start takes for the package, each time in a fresh process, and for an empty one.
 */
export async function measureLoad({ folder }: Setting): Promise<readonly Measured[]> {
	const [other, empty] = [join(folder, 'first-package'), join(folder, 'empty-package')];
	for (const each of [other, empty]) await writeEmptyPackage(each);
	const samples: number[] = [];
	const ofEmpty: number[] = [];
	const load = async (packageFolder: string) =>
		Number((await run(node, [script, join(projectFolder, 'n8n'), other, packageFolder])).stdout);
	for (let n = 0; n < STARTS; n++) {
		samples.push(await load(projectFolder));
		ofEmpty.push(await load(empty));
	}
	const ours = median(samples);
	return [
		{
			what: `time of n8n's loader for the package, median of ${STARTS}; ideal: a package of empty nodes`,
			unit: 'ms',
			ours,
			ideal: median(ofEmpty),
			goal: { says: `<= ${MOST_MS} ms`, met: ours <= MOST_MS },
		},
	];
}
