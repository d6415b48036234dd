import { runWorkflow, waitForExecution } from '../../scripts/n8n/executions.mts';
import { median } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { runOf } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import { storeWorkflow } from '../setting/workflow.mts';
import { runBigFile, RUN } from './tasks.mts';

const ITEMS = 10_000;
const TURNS = 3;
const MOST_SECONDS = 5;
const TIMEOUT_MS = 120_000;

/**
 * How long the checks of many items take if the last one is invalid, so that no task is created.
 */
export async function measureChecks(setting: Setting): Promise<readonly Measured[]> {
	const { rest, credential } = setting;
	const bytes = `{{ $json.number === ${ITEMS - 1} ? -1 : 1000 }}`;
	const nodes = [runBigFile({ inputsJson: `={ "1:File.bytes": ${bytes} }` })];
	const workflow = await storeWorkflow(rest, { name: 'Checks', nodes, credential, items: ITEMS });

	const seconds: number[] = [];
	for (let turn = 0; turn < TURNS; turn++) {
		const id = await runWorkflow(rest, workflow);
		const { status, error, runs } = await waitForExecution(rest, id, TIMEOUT_MS);
		if (status !== 'error' || !error?.message.includes('but is -1'))
			throw new Error(`The last item was not rejected: ${status}, ${error?.message}`);
		seconds.push(runOf(runs, RUN).executionTime / 1_000);
	}
	const ours = median(seconds);
	return [
		{
			what: `${ITEMS} items checked, the last of which is rejected before anything is charged, median of ${TURNS}`,
			unit: 's',
			ours,
			samples: seconds,
			goal: { says: `< ${MOST_SECONDS} s`, met: ours < MOST_SECONDS },
		},
	];
}
