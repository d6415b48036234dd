import type { Measured } from '../report/figure.mts';
import { publishNode, startBurst } from '../setting/burst.mts';
import { runBigFile } from '../setting/nodes.mts';
import type { Setting } from '../setting/setting.mts';

const EXECUTIONS = 200;
const PLACES = 10;
const TASK_SECONDS = 2;
const IDEAL_SECONDS = (EXECUTIONS / PLACES) * TASK_SECONDS;

/** Executions that are started within a second, at a service that runs fewer tasks at once. */
export async function measureManyExecutions(setting: Setting): Promise<readonly Measured[]> {
	const url = await publishNode(setting, setting.n8n.url, runBigFile());
	const burst = { executions: EXECUTIONS, places: PLACES, taskSeconds: TASK_SECONDS };
	const outcome = await startBurst(setting.emulator, url, burst);
	const { tasks, makespanSeconds: seconds, refused, waitSeconds } = outcome;
	if (tasks !== EXECUTIONS) throw new Error(`There are ${tasks} tasks.`);
	const longest = waitSeconds.longest / waitSeconds.median;
	return [
		{
			what: `${EXECUTIONS} executions of a task of ${TASK_SECONDS} s, ${PLACES} places at the service`,
			unit: 's',
			...{ ours: seconds, ideal: IDEAL_SECONDS },
			goal: { says: '<= 1.1x ideal', met: seconds <= 1.1 * IDEAL_SECONDS },
		},
		{
			what: 'refused creates, in percent of the accepted ones',
			unit: '%',
			...{ ours: 100 * refused, ideal: 0 },
			goal: { says: '<= 10 %', met: refused <= 0.1 },
		},
		{
			what: 'longest wait of an execution, as a multiple of the median',
			unit: 'x',
			ours: longest,
			goal: { says: '<= 2x', met: longest <= 2 },
		},
	];
}
