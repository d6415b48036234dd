import { fractions, mean } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { runToEnd } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import { nothing, storeWorkflow } from '../setting/workflow.mts';
import { runBigFile, RUN } from './tasks.mts';

const TASKS = 20;
const MEAN_MS = 7_000;
const MOST_LAG_SECONDS = 0.25;
const MOST_CALLS = 3;
const NEXT = 'Next';

/** How late the next node starts after a pause, and after polling. */
export async function measureLagCallback(setting: Setting): Promise<readonly Measured[]> {
	const pause = await measureMode(setting, 'pause');
	const poll = await measureMode(setting, 'poll');
	return [
		{
			what: 'mean lag, service finished to next node started, Pause Execution',
			unit: 's',
			ours: mean(pause.lags),
			samples: pause.lags,
			peers: { 'Wait for Result': mean(poll.lags) },
			goal: {
				says: `<= ${MOST_LAG_SECONDS} s`,
				met: mean(pause.lags) <= MOST_LAG_SECONDS,
			},
		},
		{
			what: 'calls per task, all of them, Pause Execution',
			unit: 'calls',
			ours: pause.calls,
			samples: [],
			peers: { 'Wait for Result': poll.calls },
			goal: { says: `<= ${MOST_CALLS}`, met: pause.calls <= MOST_CALLS },
		},
	];
}

async function measureMode({ emulator, rest, credential }: Setting, waitMode: string) {
	await emulator.reset();
	const nodes = [runBigFile({ waitMode }), nothing(NEXT, RUN)];
	const workflow = await storeWorkflow(rest, { name: `Lag, ${waitMode}`, nodes, credential });
	const lags: number[] = [];
	for (const fraction of fractions(TASKS)) {
		const ms = MEAN_MS * (0.5 + fraction);
		await emulator.plan({ queuingMs: ms * 0.1, preparingMs: ms * 0.1, runningMs: ms * 0.8 });
		const { startTime } = await runToEnd(rest, workflow, NEXT);
		const task = (await emulator.tasks()).at(-1);
		lags.push((startTime - (task?.finishedAt ?? NaN)) / 1000);
	}
	return { lags, calls: (await emulator.requests()).length / TASKS };
}
