import type { Measured } from '../report/figure.mts';
import { listen, TRIGGER } from '../setting/listeningTrigger.mts';
import { CALLBACK_TOKEN, type Setting } from '../setting/setting.mts';
import { callAll, callsFor, startsOf } from '../setting/storm.mts';
import { createEnded } from './callbackTasks.mts';

const TASKS = 1_000;
const DELIVERIES = 10;
const AT_ONCE = 50;
/** What the service grants a receiver (spec: Limits). */
const GRANTED_SECONDS = 10;

/** The trigger under repeated callbacks. */
export async function measureCallbacks(setting: Setting): Promise<readonly Measured[]> {
	const { workflow, url } = await listen({ ...setting, url: setting.n8n.url });
	const tasks = await createEnded(setting, TASKS);
	const answered = await callAll(url, callsFor(tasks, CALLBACK_TOKEN, DELIVERIES), AT_ONCE);
	const started = await startsOf(setting.rest, workflow, TRIGGER);
	const inTime = answered.filter(({ seconds }) => seconds <= GRANTED_SECONDS);
	return [
		{
			what: `executions started by ${DELIVERIES} callbacks for each of ${TASKS} tasks, ${AT_ONCE} at once`,
			unit: 'executions',
			ours: started.length,
			ideal: TASKS,
			goal: {
				says: `${TASKS}, one for each task`,
				met: started.length === TASKS && new Set(started).size === TASKS,
			},
		},
		{
			what: `callbacks answered within ${GRANTED_SECONDS} s`,
			unit: '%',
			ours: (100 * inTime.length) / answered.length,
			ideal: 100,
		},
		{
			what: 'time to answer one, the slowest',
			unit: 's',
			ours: Math.max(...answered.map(({ seconds }) => seconds)),
		},
	];
}
