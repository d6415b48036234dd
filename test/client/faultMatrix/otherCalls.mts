import { settle } from '../../../client/settle';
import { createPastTasks } from '../../../client/tasks/pastTasks';
import { runModel } from '../../../client/tasks/runModel';
import { createRateLimiter } from '../../../client/resilience/rateLimiter';
import type { LedgerEntry } from '../../../client/ports';
import { deadlineIn } from '../../../client/resilience/deadline';
import type { Service } from '../service.mts';
import { upload } from '../files/uploading.mts';
import { countingIn } from '../work.mts';
import { ended, MINUTE, READ_MS, type Call, type Ended } from './call.mts';

/** Four attempts, each with its own credentials. */
const UPLOAD_MS = 4 * (READ_MS + 30 * MINUTE) + READ_MS;

const anUpload = { arrange: async () => (faulty: Service) => ended(() => upload(faulty)) };

/** The three steps of an upload. */
export const UPLOAD_CALLS = {
	'Upload credentials': { on: 'token', withinMs: UPLOAD_MS, ...anUpload },
	'Upload to the storage': { on: 'put', withinMs: UPLOAD_MS, ...anUpload },
	'Upload commit': { on: 'commit', withinMs: UPLOAD_MS, ...anUpload },
} as const satisfies Record<string, Call>;

const MAX_WAIT = MINUTE;
const aModel = { withinMs: 2 * MAX_WAIT + MINUTE, arrange: async () => run };

async function run({ client, clock }: Service): Promise<Ended> {
	const entries = new Map<string, LedgerEntry>();
	const log: unknown[] = [];
	const ports = {
		clock,
		models: client.models,
		pastTasks: createPastTasks(new Map(), ''),
		executionQueue: createRateLimiter(clock).executionQueue(),
		spending: countingIn({ tasks: 0, billedSeconds: 0 }),
		progress: {
			created: (id: string) => void log.push(id),
			headersIgnored: () => undefined,
			note: (text: string) => void log.push(text),
		},
		ledger: {
			read: (key: string) => entries.get(key) ?? { tasks: [] },
			write: (key: string, entry: LedgerEntry) => void entries.set(key, entry),
			forget: (key: string) => void entries.delete(key),
		},
	};
	const tryOnce = () =>
		settle(() =>
			runModel(ports, {
				path: 'sample-painter/text-to-image',
				parameters: { prompt: 'a red kite' },
				itemIndex: 0,
				key: 'work',
				isAwaited: true,
				deadline: deadlineIn(ports.clock, MAX_WAIT),
				signal: undefined,
				beforeCreate: undefined,
			}),
		);
	return { result: await tryOnce(), visible: [log, entries.get('work')], again: tryOnce };
}

export const MODEL_CALLS = {
	'Model create': { on: 'model', ...aModel },
	'Model status': { on: 'modelStatus', ...aModel },
} as const satisfies Record<string, Call>;
