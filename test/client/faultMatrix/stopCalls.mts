import { AiAppError } from '../../../client/errors/AiAppError';
import { describeStop, stopThenLook } from '../../../client/tasks/stopThenLook';
import type { Service } from '../service.mts';
import { createWork } from '../work.mts';
import { createdOnly, ended, endedWork, FOR_LONG, SECOND, type Call, type Ended } from './call.mts';

const STOPPED_AFTER_MS = 5 * SECOND;
/** A stop checks a task for 30 s, waits for the two calls that are in progress then, and looks what became of it. */
const STOP_MS = 30 * SECOND + 20 * SECOND + 25 * SECOND;
/** The aborted read, and the stop. */
const withinMs = STOPPED_AFTER_MS + STOP_MS;

/** The calls that stop the task of an execution that was stopped, and of Task: Stop. */
export const STOP_CALLS = {
	'Stop: status': {
		on: 'status',
		plan: { queuingMs: FOR_LONG },
		withinMs: STOP_MS,
		arrange: async (calm) => {
			const requestId = await createdOnly(calm);
			return async ({ client: { tasks }, clock }) => ({
				...(await ended(async () => {
					const options = { interruptRunning: true };
					const stopped = await stopThenLook({ tasks, clock }, requestId, options);
					throw new AiAppError('execution_stopped', describeStop(requestId, stopped));
				})),
				visible: requestId,
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

async function stopLater(faulty: Service): Promise<Ended> {
	const stop = new AbortController();
	faulty.time.after(STOPPED_AFTER_MS, () => stop.abort());
	const work = createWork(faulty);
	return endedWork(work, () => work.run({ signal: stop.signal, maxWaitMs: FOR_LONG }));
}
