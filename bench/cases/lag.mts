import { fractions, mean } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { runAll } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import { storeWorkflow } from '../setting/workflow.mts';
import { runBigFile, RUN } from './tasks.mts';

const TASKS = 20;
const SHARE = { queuing: 0.1, preparing: 0.1, running: 0.8 };

/**
 * How late the node is: service finished -> node returned, one task at a time, durations spread
 * evenly over [0.5, 1.5] times `seconds`.
 */
export async function measureLag(setting: Setting, seconds: number): Promise<readonly Measured[]> {
	const { emulator, rest, credential } = setting;
	const workflow = await storeWorkflow(rest, { name: 'Lag', nodes: [runBigFile({})], credential });
	const lags: number[] = [];
	for (const fraction of fractions(TASKS)) {
		const ms = seconds * 1000 * (0.5 + fraction);
		await emulator.plan({
			queuingMs: ms * SHARE.queuing,
			preparingMs: ms * SHARE.preparing,
			runningMs: ms * SHARE.running,
		});
		const { startTime, executionTime } = await runAll(rest, workflow, RUN);
		const task = (await emulator.tasks()).at(-1);
		lags.push((startTime + executionTime - (task?.finishedAt ?? NaN)) / 1000);
	}
	const looks = (await emulator.requests()).filter(({ operation }) => operation === 'status');
	return [
		{
			what: 'mean lag, service finished to node returned',
			unit: 's',
			ours: mean(lags),
			samples: lags,
		},
		{ what: 'status calls per task', unit: 'calls', ours: looks.length / TASKS, samples: [] },
	];
}
