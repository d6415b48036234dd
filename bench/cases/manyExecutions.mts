import { median } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { publish } from '../setting/published.mts';
import type { Setting } from '../setting/setting.mts';
import { startEvenly } from '../setting/starts.mts';
import { runBigFile } from './tasks.mts';

const EXECUTIONS = 200;
const PLACES = 10;
const TASK_SECONDS = 2;
const IDEAL_SECONDS = (EXECUTIONS / PLACES) * TASK_SECONDS;

/** Executions that are started within a second, at a service that runs fewer tasks at once. */
export async function measureManyExecutions(setting: Setting): Promise<readonly Measured[]> {
	const { emulator, n8n, rest, credential } = setting;
	const url = await publish(
		{ rest, credential, webhookUrl: n8n.url },
		{ path: 'many-executions', responseMode: 'lastNode', nodes: [runBigFile({})] },
	);
	await emulator.setLimits({ parallelTasks: PLACES });
	await emulator.plan({ queuingMs: 100, preparingMs: 100, runningMs: TASK_SECONDS * 1000 - 200 });
	const begun = performance.now();
	const calls = await startEvenly(url, { count: EXECUTIONS, overMs: 1000 }, () => ({}));
	const seconds = (performance.now() - begun) / 1000;
	const creates = (await emulator.requests()).filter(({ operation }) => operation === 'create');
	const accepted = (await emulator.tasks()).length;
	if (accepted !== EXECUTIONS) throw new Error(`There are ${accepted} tasks.`);
	const waits = calls.map((call) => call.seconds);
	return figuresOf(seconds, (100 * (creates.length - accepted)) / accepted, waits);
}

function figuresOf(seconds: number, refused: number, waits: readonly number[]): Measured[] {
	const longest = Math.max(...waits) / median(waits);
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
			...{ ours: refused, ideal: 0 },
			goal: { says: '<= 10 %', met: refused <= 10 },
		},
		{
			what: 'longest wait of an execution, as a multiple of the median',
			unit: 'x',
			ours: longest,
			goal: { says: '<= 2x', met: longest <= 2 },
		},
	];
}
