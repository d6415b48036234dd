import { chain, start, store } from '../../scripts/stage/workflows.mts';
import { median } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { RUN, runBigFile, withItems } from '../setting/nodes.mts';
import { PEER, runPeer, storePeer } from '../setting/peer.mts';
import { courseOf, runAll } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';

const ITEMS = 500;
const CONCURRENT = 20;
const TURNS = 3;
const TIMES_AS_FAST = 3;

/** The overhead of a node if the tasks themselves take no time. */
export async function measureOverhead(setting: Setting): Promise<readonly Measured[]> {
	const { rest, emulator } = setting;
	emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 0, notFoundMs: 0 });
	const node = runBigFile({ options: { maxAtATime: CONCURRENT } });
	const workflow = await store(setting, withItems(ITEMS, chain('Overhead', start, node)));
	const loop = await storePeer(setting, ITEMS);

	const ours: number[] = [];
	const theirs: number[] = [];
	for (let turn = 0; turn < TURNS; turn++) {
		ours.push(ITEMS / courseOf(await runAll(rest, workflow), RUN).seconds);
		theirs.push(ITEMS / (await runPeer(setting, loop)).seconds);
	}
	const [rate, peer] = [median(ours), median(theirs)];
	return [
		{
			what: `${ITEMS} items whose tasks end at once, ${CONCURRENT} at a time, median of ${TURNS}`,
			unit: 'items/s',
			ours: rate,
			peers: { [PEER]: peer },
			goal: { says: `>= ${TIMES_AS_FAST}x the loop`, met: rate >= TIMES_AS_FAST * peer },
		},
	];
}
