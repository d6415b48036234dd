import type { Clock, Durations, Http, Lane, ServiceRequest } from '../../client/index.ts';
import { runItem, type ClientModule, type ItemEnd } from './item.mts';
import type { FleetParameters } from './parameters.mts';
import type { Processors } from './processors.mts';
import { APP, BASE_URL } from './responses.mts';

/** What a process of n8n has at hand. */
export type WorkerPorts = {
	/** The client's modules, as they ship or as a variant. */
	readonly client: ClientModule;
	readonly clock: Clock;
	/** By which the processors know it. */
	readonly process: object;
	readonly processors: Processors;
	readonly http: Http;
	/** The lane of one more execution. */
	readonly lane: () => Lane;
};

/** Does all that one execution has to do, and says how each item ended. */
export type Worker = (execution: number) => Promise<readonly ItemEnd[]>;

const HEADER_PREFIX = 'X-Service-Task-';
const WEIGHT_OF_MEMORY = 10_000;

/** A process that runs executions with our node: what they share in n8n, they share here. */
export function createWorker(ports: WorkerPorts, parameters: FleetParameters): Worker {
	const { client, clock, process, processors } = ports;
	const { n8n, items, concurrentTasks, maxWaitMs } = parameters;
	const http = { ...ports.http, call: callAfterWork };
	const addresses = { baseUrl: BASE_URL, headerPrefix: HEADER_PREFIX };
	const { tasks, app } = client.createClient(http, addresses);
	const memory = { maxWeight: WEIGHT_OF_MEMORY, idleMs: Infinity, now: clock.now };
	const seen = client.createBoundedStore(memory).section<Durations>('durations');
	const durations = client.createDurationEstimator(seen, '');

	async function callAfterWork(request: ServiceRequest) {
		await processors.use(process, n8n.callMs, true);
		return ports.http.call(request);
	}

	return async (execution) => {
		await processors.use(process, n8n.startMs);
		await clock.sleep(n8n.slotMs);
		const lane = ports.lane();
		await app(APP);
		const inputs = Array.from({ length: items }, (_, item) => `${execution}.${item}`);
		const ends = await client.runPool(inputs, concurrentTasks, (input) =>
			runItem(client, { tasks, clock, durations }, lane, { input, maxWaitMs }),
		);
		await processors.use(process, n8n.finishMs);
		return ends.flatMap((end) => (end?.ok ? end.value : []));
	};
}
