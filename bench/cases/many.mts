import type { Measured } from '../report/figure.mts';
import { runAll } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import { storeWorkflow } from '../setting/workflow.mts';
import { runBigFile, RUN } from './tasks.mts';

const ITEMS = 100;
const CONCURRENT = 10;
const TASK_SECONDS = 2;
const IDEAL_SECONDS = (ITEMS / CONCURRENT) * TASK_SECONDS;
const MOST = 1.1;

/** A hundred tasks in one node, with and without their files. */
export async function measureMany(setting: Setting): Promise<readonly Measured[]> {
	const { emulator } = setting;
	await emulator.plan({ queuingMs: 100, preparingMs: 100, runningMs: TASK_SECONDS * 1000 - 200 });
	return [await measureRun(setting, false), await measureRun(setting, true)];
}

async function measureRun(setting: Setting, downloadFiles: boolean): Promise<Measured> {
	const { rest, credential } = setting;
	const parameters = { downloadFiles, options: { maxAtATime: CONCURRENT } };
	const draft = { name: 'Many', nodes: [runBigFile(parameters)], credential, items: ITEMS };
	const workflow = await storeWorkflow(rest, draft);
	const seconds = (await runAll(rest, workflow, RUN)).executionTime / 1000;
	return {
		what: `wall time, ${downloadFiles ? 'a file of 1 MB each' : 'no files'}`,
		unit: 's',
		ours: seconds,
		ideal: IDEAL_SECONDS,
		goal: { says: `<= ${MOST}x ideal`, met: seconds <= MOST * IDEAL_SECONDS },
	};
}
