import { AiAppError } from '../../../client/errors/AiAppError';
import { deadlineIn } from '../../../client/resilience/deadline';
import { collectResults } from '../../../client/tasks/collectResults';
import type { CompletedTask } from '../../../client/tasks/result';
import type { Service } from '../service.mts';
import { PICTURE_APP } from '../work.mts';
import { createdOnly, ended, MINUTE, SECOND, type Call } from './call.mts';

/** The service repeats a rejected callback about ten times, and each one checks for up to 7 s. */
const CALLBACKS = 10;
const BETWEEN_MS = 6 * SECOND;
const CHECK_MS = 7 * SECOND;
const withinMs = CALLBACKS * (CHECK_MS + BETWEEN_MS);

/** The calls with which a paused execution checks whether it can resume. */
export const RESUME_CALLS = {
	'Resume: status': { on: 'status', withinMs, arrange: aFinishedTask },
	'Resume: outputs': { on: 'outputs', withinMs, arrange: aFinishedTask },
} as const satisfies Record<string, Call>;

async function aFinishedTask(calm: Service): ReturnType<Call['arrange']> {
	const requestId = await createdOnly(calm);
	await calm.time.sleep(MINUTE);
	return async (faulty) => ({
		...(await ended(() => resume(faulty, requestId))),
		visible: requestId,
	});
}

/** The result of the callbacks of one task. @throws AiAppError kind `timeout` if none resumes it */
async function resume({ client: { tasks }, clock, time }: Service, requestId: string) {
	const known = new Map<string, CompletedTask>();
	for (let n = 0; n < CALLBACKS; n++) {
		const limit = new AbortController();
		time.after(CHECK_MS, () => limit.abort());
		const task = { requestId, appId: PICTURE_APP, seeds: {} };
		const found = await collectResults({ tasks }, [task], {
			deadline: deadlineIn(clock, CHECK_MS),
			reported: { task, outputs: [] },
			known,
			signal: limit.signal,
		});
		if (found.all === 'ended') return requireOne(found.ends);
		await clock.sleep(BETWEEN_MS);
	}
	throw new AiAppError('timeout', `Task ${requestId} is paused until its limit`);
}

function requireOne(ends: readonly CompletedTask[]): unknown {
	const [value] = ends.map(({ outcome }) => {
		if (outcome.ok) return outcome.value;
		throw outcome.error;
	});
	return value;
}
