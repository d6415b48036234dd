import { fractions, mean } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { runAll } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import { addStranger } from '../setting/stranger.mts';
import { storeWorkflow } from '../setting/workflow.mts';
import { runBigFile, RUN } from './tasks.mts';

const TASKS = 50;
const SHORTEST_MS = 8_000;
const LONGEST_MS = 12_000;
const MEAN_SECONDS = (SHORTEST_MS + LONGEST_MS) / 2 / 1000;
/** A schedule without any knowledge waits half of the duration. */
const GOAL = MEAN_SECONDS / 4;

/**
 * Lag times of many tasks of one app in one node, five at a time: the durations of earlier tasks
 * tell when to check the later ones. A task counts as detected when its outputs are requested.
 */
export async function measureLagBatch(setting: Setting): Promise<readonly Measured[]> {
	const { emulator, rest } = setting;
	for (const fraction of fractions(TASKS)) {
		const runningMs = SHORTEST_MS + fraction * (LONGEST_MS - SHORTEST_MS);
		await emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs }, { times: 1 });
	}
	// Other cases have shown n8n what the app takes.
	const credential = await addStranger(setting);
	const draft = { name: 'Batch', nodes: [runBigFile({})], credential, items: TASKS };
	await runAll(rest, await storeWorkflow(rest, draft), RUN);

	const requests = await emulator.requests();
	const lags = (await emulator.tasks()).map(({ requestId, finishedAt = NaN }) => {
		const seen = requests.find((each) => isOutputs(each.operation) && each.requestId === requestId);
		return ((seen?.at ?? NaN) - finishedAt) / 1000;
	});
	const checks = requests.filter(({ operation }) => operation === 'status').length / TASKS;
	const product = mean(lags) * checks;
	return [
		{ what: 'mean lag, service finished to task seen', unit: 's', ours: mean(lags), samples: lags },
		{ what: 'status calls per task', unit: 'calls', ours: checks, samples: [] },
		{
			what: 'lag times calls',
			unit: 's',
			ours: product,
			samples: [],
			goal: { says: `<= T/4 = ${GOAL} s`, met: product <= GOAL },
		},
	];
}

function isOutputs(operation: string): boolean {
	return operation === 'outputs';
}
