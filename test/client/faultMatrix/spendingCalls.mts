import { settle } from '../../../client/settle';
import { findResult, rememberResult } from '../../../nodes/AiApp/actions/app/reuse';
import type { Service } from '../service.mts';
import { createWork } from '../work.mts';
import { endedWork, FOR_LONG, MINUTE, READ_MS, SECOND, type Call, type Ended } from './call.mts';

const MAX_WAIT = MINUTE;
const wait = { maxWaitMs: MAX_WAIT };
/** Polls until Max Wait Time, then a stop of half a minute with its last two calls. */
const OVERRUN_MS = MAX_WAIT + 2 * 30 * SECOND + 30 * SECOND + 20 * SECOND;

/** The calls of options that limit, repeat or save spending. */
export const SPENDING_CALLS = {
	'Max run time: status': { on: 'status', ...anOverrun() },
	'Max run time: interrupt': { on: 'interrupt', ...anOverrun() },
	'Reuse: status': { on: 'status', ...aReuse() },
	'Reuse: outputs': { on: 'outputs', ...aReuse() },
} as const satisfies Record<string, Call>;

function anOverrun(): Omit<Call, 'on'> {
	return {
		plan: { queuingMs: 0, preparingMs: 0, runningMs: FOR_LONG },
		withinMs: OVERRUN_MS,
		arrange: async () => (faulty) => {
			const work = createWork(faulty);
			return endedWork(work, () => work.run({ ...wait, maxRunMs: 10 * SECOND }));
		},
	};
}

/** Asks the service whether a remembered result still exists; if not, a task would be created. */
function aReuse(): Omit<Call, 'on'> {
	return {
		withinMs: READ_MS,
		arrange: async (calm) => {
			const { result } = await createWork(calm).run(wait);
			const key = `reuse of ${result.requestId}`;
			rememberResult(key, result);
			return (faulty) => reuse(faulty, key, result.requestId);
		},
	};
}

async function reuse(faulty: Service, key: string, visible: string): Promise<Ended> {
	const { client, clock } = faulty;
	const result = await settle(() =>
		findResult({ client, clock, signal: undefined }, key, Infinity),
	);
	const isAnother = result.ok && result.value === undefined;
	return { result, visible, ...(isAnother && { word: 'new task' }) };
}
