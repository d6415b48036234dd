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

type LoadTimes = { readonly wall: number; readonly processor: number };

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
	const load = async (packageFolder: string) => {
		const args = [script, join(projectFolder, 'n8n'), first, packageFolder];
		return JSON.parse((await run(node, args)).stdout) as LoadTimes;
	};
	const ours: LoadTimes[] = [];
	const ofPeer: LoadTimes[] = [];
	for (let n = 0; n < STARTS; n++) {
		ours.push(await load(projectFolder));
		ofPeer.push(await load(peerFolder));
	}
	return [
		compared("time of n8n's loader for the package", (times) => times.wall),
		compared('processor time of it', (times) => times.processor),
	];

	function compared(what: string, part: (times: LoadTimes) => number): Measured {
		const [mine, peer] = [median(ours.map(part)), median(ofPeer.map(part))];
		return {
			what: `${what}, median of ${STARTS}`,
			unit: 'ms',
			ours: mine,
			peers: { [VERIFIED_PEER]: peer },
			goal: { says: `<= ${MOST_TIMES}x the other one`, met: mine <= MOST_TIMES * peer },
		};
	}
}
