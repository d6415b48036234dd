import { AiAppError } from '../../../client/errors/AiAppError';
import { collectResults, type CompletedTask } from '../../../client/tasks/collectResults';
import type { Service } from '../service.mts';
import { PICTURE_APP } from '../work.mts';
import { createdOnly, ended, MINUTE, SECOND, type Call } from './call.mts';

/** The service repeats a callback that was not taken about ten times, and a wake looks for 7 s. */
const CALLBACKS = 10;
const BETWEEN_MS = 6 * SECOND;
const LOOK_MS = 7 * SECOND;
const withinMs = CALLBACKS * (LOOK_MS + BETWEEN_MS);

/** The calls with which a sleeping execution asks whether it may wake. */
export const WAKE_CALLS = {
	'Wake: look': { on: 'status', withinMs, arrange: anEndedTask },
	'Wake: outputs': { on: 'outputs', withinMs, arrange: anEndedTask },
} as const satisfies Record<string, Call>;

async function anEndedTask(calm: Service): ReturnType<Call['arrange']> {
	const told = await createdOnly(calm);
	await calm.time.sleep(MINUTE);
	return async (struck) => ({ ...(await ended(() => wake(struck, told))), told });
}

/** What the callbacks of one task come to. @throws AiAppError kind `timeout` when none is enough */
async function wake({ client: { tasks }, clock, time }: Service, requestId: string) {
	const known = new Map<string, CompletedTask>();
	for (let n = 0; n < CALLBACKS; n++) {
		const limit = new AbortController();
		time.after(LOOK_MS, () => limit.abort());
		const found = await collectResults(
			{ tasks, clock },
			[{ requestId, appId: PICTURE_APP, seeds: {} }],
			{ reported: 0, known, signal: limit.signal },
		);
		if (found.all === 'ended') return requireOne(found.ends);
		await clock.sleep(BETWEEN_MS);
	}
	throw new AiAppError('timeout', `Task ${requestId} sleeps until its limit`);
}

function requireOne(ends: readonly CompletedTask[]): unknown {
	const [value] = ends.map(({ outcome }) => {
		if (outcome.ok) return outcome.value;
		throw outcome.error;
	});
	return value;
}
