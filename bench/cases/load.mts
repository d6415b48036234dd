import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeEmptyPackage } from '../measure/emptyPackage.mts';
import { median } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { node, projectFolder } from '../setting/project.mts';
import type { Setting } from '../setting/setting.mts';
import { fetchVerifiedPeer, VERIFIED_PEER } from '../setting/verifiedPeer.mts';

const STARTS = 21;
const MOST_TIMES = 1.5;

const run = promisify(execFile);
const script = join(projectFolder, 'bench', 'measure', 'loadPackage.cjs');

/**
 * How long n8n's start takes for the package, and for a verified one in turn, each time in a fresh
 * process.
 */
export async function measureLoad({ folder }: Setting): Promise<readonly Measured[]> {
	const first = join(folder, 'first-package');
	await writeEmptyPackage(first);
	const peerFolder = fetchVerifiedPeer(folder);
	const load = async (packageFolder: string) =>
		Number((await run(node, [script, join(projectFolder, 'n8n'), first, packageFolder])).stdout);
	const samples: number[] = [];
	const ofPeer: number[] = [];
	for (let n = 0; n < STARTS; n++) {
		samples.push(await load(projectFolder));
		ofPeer.push(await load(peerFolder));
	}
	const [ours, peer] = [median(samples), median(ofPeer)];
	return [
		{
			what: `time of n8n's loader for the package, median of ${STARTS}`,
			unit: 'ms',
			ours,
			peers: { [VERIFIED_PEER]: peer },
			goal: { says: `<= ${MOST_TIMES}x the other one`, met: ours <= MOST_TIMES * peer },
		},
	];
}
