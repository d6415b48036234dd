import { retry } from '../../../client/resilience/retry';
import { inAnHour } from '../deadlines.mts';
import type { Service } from '../service.mts';
import { createWork, PICTURE_APP } from '../work.mts';
import {
	ended,
	endedWork,
	FOR_LONG,
	MINUTE,
	READ_MS,
	SECOND,
	type Call,
	type Ended,
} from './call.mts';
import { CALLBACK_TOKEN } from './rig.mts';

const MAX_WAIT = MINUTE;
const wait = { maxWaitMs: MAX_WAIT };

/** A full service gets another request after the time in Retry-After. */
const CREATE_MS = MAX_WAIT + 30 * SECOND;
/** The status after the deadline, then the outputs, read three times. */
const RUN_MS = CREATE_MS + MAX_WAIT + 30 * SECOND + 3 * READ_MS;
async function run(faulty: Service, options: object = {}): Promise<Ended> {
	const work = createWork(faulty);
	return endedWork(work, () => work.run({ ...wait, ...options }));
}

/** The calls of App: Run. */
export const RUN_CALLS = {
	'App detail': {
		on: 'detail',
		withinMs: READ_MS,
		arrange: async () => (faulty) =>
			ended(() => retry(() => faulty.client.app(PICTURE_APP), inAnHour(faulty))),
	},
	Create: { on: 'create', withinMs: RUN_MS, arrange: async () => run },
	'Create with callback': {
		on: 'create',
		withinMs: CREATE_MS,
		arrange: async () => async (faulty) => {
			const work = createWork(faulty);
			const callback = { url: 'http://127.0.0.1:9/callback', token: CALLBACK_TOKEN, headers: [] };
			const upload = async () => ({
				appId: PICTURE_APP,
				inputValues: { '6:CLIPTextEncode.text': 'a red kite' },
				suppressPreviewOutput: false,
				callbackHeaders: faulty.client.tasks.callbackHeaders(callback),
			});
			return endedWork(work, () => work.attempt({ makeOrder: upload, ...wait }));
		},
	},
	'Create, connection kept open': {
		on: 'create',
		withinMs: CREATE_MS + MAX_WAIT,
		arrange: async () => (faulty) => run(faulty, { isHeld: true }),
	},
	Status: { on: 'status', withinMs: RUN_MS, arrange: async () => run },
	'Status, in a retry': {
		on: 'status',
		withinMs: READ_MS + RUN_MS,
		arrange: async (calm) => {
			const first = createWork(calm);
			await first.attempt();
			return async (faulty) => {
				const work = createWork(faulty, first.entry());
				return endedWork(work, () => work.run(wait));
			};
		},
	},
	Outputs: { on: 'outputs', withinMs: RUN_MS, arrange: async () => run },
	'Max run time: status': { on: 'status', ...anOverrun() },
	'Max run time: interrupt': { on: 'interrupt', ...anOverrun() },
} as const satisfies Record<string, Call>;

function anOverrun(): Omit<Call, 'on'> {
	return {
		plan: { runningMs: FOR_LONG },
		// Polls until Max Wait Time, then a stop of half a minute with its last two calls.
		withinMs: MAX_WAIT + 2 * 30 * SECOND + 30 * SECOND + 20 * SECOND,
		arrange: async () => (faulty) => run(faulty, { maxRunMs: 10 * SECOND }),
	};
}
