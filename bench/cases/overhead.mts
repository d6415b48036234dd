import { median } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { PEER, runPeer, storePeer } from '../setting/peer.mts';
import { runAll } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import { storeWorkflow } from '../setting/workflow.mts';
import { runBigFile, RUN } from './tasks.mts';

const ITEMS = 500;
const CONCURRENT = 20;
const TURNS = 3;
const TIMES_AS_FAST = 3;

/** The overhead of a node if the tasks themselves take no time. */
export async function measureOverhead(setting: Setting): Promise<readonly Measured[]> {
	const { rest, emulator, credential } = setting;
	await emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 0, notFoundMs: 0 });
	const nodes = [runBigFile({ options: { maxAtATime: CONCURRENT } })];
	const draft = { name: 'Overhead', nodes, credential, items: ITEMS };
	const workflow = await storeWorkflow(rest, draft);
	const loop = await storePeer(setting, ITEMS);

	const ours: number[] = [];
	const theirs: number[] = [];
	for (let turn = 0; turn < TURNS; turn++) {
		ours.push(ITEMS / ((await runAll(rest, workflow, RUN)).executionTime / 1000));
		const { begunAt, returnedAt } = await runPeer(setting, loop);
		theirs.push(ITEMS / ((returnedAt - begunAt) / 1000));
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
