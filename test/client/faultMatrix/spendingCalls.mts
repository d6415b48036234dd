import { createWork } from '../work.mts';
import { endedWork, FOR_LONG, MINUTE, SECOND, type Call } from './call.mts';

const MAX_WAIT = MINUTE;
const wait = { maxWaitMs: MAX_WAIT };
/** Polls until Max Wait Time, then a stop of half a minute with its last two calls. */
const OVERRUN_MS = MAX_WAIT + 2 * 30 * SECOND + 30 * SECOND + 20 * SECOND;

/** The calls of options that limit spending. */
export const SPENDING_CALLS = {
	'Max run time: status': { on: 'status', ...anOverrun() },
	'Max run time: interrupt': { on: 'interrupt', ...anOverrun() },
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
