import { median } from '../measure/statistics.mts';
import { ownTimeDuring } from '../measure/ownTime.mts';
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
const MOST_OWN_MS = 3;
const PACKAGE = 'n8n-nodes-ai-app-tasks';

/** The overhead of a node if the tasks themselves take no time. */
export async function measureOverhead(setting: Setting): Promise<readonly Measured[]> {
	const { rest, emulator, credential, n8n, inspectorPort } = setting;
	await emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 0, notFoundMs: 0 });
	const nodes = [runBigFile({ options: { maxConcurrentTasks: CONCURRENT } })];
	const draft = { name: 'Overhead', nodes, credential, items: ITEMS };
	const workflow = await storeWorkflow(rest, draft);
	const peer = await storePeer(setting, ITEMS);

	const ours: number[] = [];
	const theirs: number[] = [];
	for (let turn = 0; turn < TURNS; turn++) {
		ours.push(ITEMS / ((await runAll(rest, workflow, RUN)).executionTime / 1000));
		const { begunAt, returnedAt } = await runPeer(setting, peer);
		theirs.push(ITEMS / ((returnedAt - begunAt) / 1000));
	}
	const ownMs = await ownTimeDuring({ pid: n8n.pid, inspectorPort }, PACKAGE, () =>
		runAll(rest, workflow, RUN),
	);
	return [rateFigure(ours, theirs), ownFigure(ownMs / ITEMS)];
}

function rateFigure(ours: readonly number[], theirs: readonly number[]): Measured {
	const [best, peer] = [median(ours), median(theirs)];
	return {
		what: `${ITEMS} items whose tasks end at once, ${CONCURRENT} at a time, median of ${TURNS}`,
		unit: 'items/s',
		ours: best,
		samples: ours,
		peers: { [PEER]: peer },
		goal: { says: `>= ${TIMES_AS_FAST}x the peer`, met: best >= TIMES_AS_FAST * peer },
	};
}

function ownFigure(ours: number): Measured {
	return {
		what: 'processor time in files of the package itself, for each item',
		unit: 'ms',
		ours,
		samples: [ours],
		goal: { says: `<= ${MOST_OWN_MS} ms`, met: ours <= MOST_OWN_MS },
	};
}
