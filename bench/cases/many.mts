import { chain, start, store } from '../../scripts/stage/workflows.mts';
import type { Measured } from '../report/figure.mts';
import { RUN, runBigFile, withItems } from '../setting/nodes.mts';
import { courseOf, runAll } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';

const ITEMS = 100;
const CONCURRENT = 10;
const TASK_SECONDS = 2;
const IDEAL_SECONDS = (ITEMS / CONCURRENT) * TASK_SECONDS;
const MOST = 1.1;

/** A hundred tasks in one node, with and without their files. */
export async function measureMany(setting: Setting): Promise<readonly Measured[]> {
	const { emulator } = setting;
	emulator.plan({ queuingMs: 100, preparingMs: 100, runningMs: TASK_SECONDS * 1000 - 200 });
	return [await measureRun(setting, false), await measureRun(setting, true)];
}

async function measureRun(setting: Setting, downloadFiles: boolean): Promise<Measured> {
	const node = runBigFile({ downloadFiles, options: { maxAtATime: CONCURRENT } });
	const workflow = await store(setting, withItems(ITEMS, chain('Many', start, node)));
	const { seconds } = courseOf(await runAll(setting.rest, workflow), RUN);
	return {
		what: `wall time, ${downloadFiles ? 'a file of 1 MB each' : 'no files'}`,
		unit: 's',
		ours: seconds,
		ideal: IDEAL_SECONDS,
		goal: { says: `<= ${MOST}x ideal`, met: seconds <= MOST * IDEAL_SECONDS },
	};
}
