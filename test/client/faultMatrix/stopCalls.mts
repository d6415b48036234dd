import { AiAppError } from '../../../client/errors/AiAppError';
import { describeStop } from '../../../client/tasks/describeStop';
import { stopTask } from '../../../client/tasks/stop';
import type { Service } from '../service.mts';
import { createWork } from '../work.mts';
import { createdOnly, ended, endedWork, FOR_LONG, SECOND, type Call, type Ended } from './call.mts';

const STOPPED_AFTER_MS = 5 * SECOND;
/** A stop follows a task for 30 s, and awaits the two calls that are under way then. */
const STOP_MS = 30 * SECOND + 20 * SECOND;
/** The read that is let go of, and the stop. */
const withinMs = STOPPED_AFTER_MS + STOP_MS;

/** The calls that stop the task of an execution that was stopped, and of Task: Stop. */
export const STOP_CALLS = {
	'Stop: look': {
		on: 'status',
		plan: { queuingMs: FOR_LONG },
		withinMs: STOP_MS,
		arrange: async (calm) => {
			const told = await createdOnly(calm);
			return async ({ client: { tasks }, clock }) => ({
				...(await ended(async () => {
					const stopped = await stopTask({ tasks, clock }, told, { interruptRunning: true });
					throw new AiAppError('execution_stopped', describeStop(told, stopped));
				})),
				told,
			});
		},
	},
	'Stop: cancel': {
		on: 'cancel',
		plan: { queuingMs: FOR_LONG },
		withinMs,
		arrange: async () => stopLater,
	},
	'Stop: interrupt': {
		on: 'interrupt',
		plan: { runningMs: FOR_LONG },
		withinMs,
		arrange: async () => stopLater,
	},
} as const satisfies Record<string, Call>;

async function stopLater(struck: Service): Promise<Ended> {
	const stop = new AbortController();
	struck.time.after(STOPPED_AFTER_MS, () => stop.abort());
	const work = createWork(struck);
	return endedWork(work, () => work.run({ signal: stop.signal, maxWaitMs: FOR_LONG }));
}
