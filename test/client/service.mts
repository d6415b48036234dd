import { createClient, type Client } from '../../client/client';
import type { Clock, Http } from '../../client/ports';
import {
	startEmulator,
	type Emulator,
	type Quirks,
	type Operation,
	type RequestRecord,
} from '../../emulator/index.mts';
import { createVirtualTime, type VirtualTime } from '../virtualTime.mts';
import { createHttp } from './http.mts';

/** The client and the emulator, with real sockets between them. */
export type Service = {
	readonly emulator: Emulator;
	readonly time: VirtualTime;
	readonly http: Http;
	readonly clock: Clock;
	readonly client: Client;
	/** The requests to the emulator, oldest first. */
	requests(operation: Operation): RequestRecord[];
	/** A client whose URLs or key differ from the right ones. */
	clientWith(other: { baseUrl?: string; metadataUrl?: string; apiKey?: string }): Client;
};

export const HEADER_PREFIX = 'X-Service-Task-';

/** The two times differ, so that one in place of the other shows. */
export function clockOf({ now, sleep }: Pick<VirtualTime, 'now' | 'sleep'>): Clock {
	return { now: () => now() - 1e9, wallNow: now, sleep, random: () => 0.5 };
}

/** An emulator on virtual time that has forgotten everything before each test of a file. */
export function useService(quirks: Partial<Quirks> = {}): Service {
	let emulator: Emulator;
	let time: VirtualTime;

	beforeAll(async () => {
		time = createVirtualTime();
		emulator = await startEmulator({ clock: time.clock, quirks });
	});

	afterEach(() => emulator.reset());

	afterAll(async () => {
		await emulator.close();
		time.close();
	});

	const clientWith: Service['clientWith'] = ({ apiKey = emulator.apiKey, ...addresses }) =>
		createClient(createHttp(time, apiKey), {
			baseUrl: emulator.apiUrl,
			metadataUrl: emulator.metaUrl,
			headerPrefix: HEADER_PREFIX,
			...addresses,
		});

	return {
		get emulator() {
			return emulator;
		},
		get time() {
			return time;
		},
		get http() {
			return createHttp(time, emulator.apiKey);
		},
		get clock() {
			return clockOf(time);
		},
		get client() {
			return clientWith({});
		},
		requests: (wanted) => emulator.requests().filter(({ operation }) => operation === wanted),
		clientWith,
	};
}
