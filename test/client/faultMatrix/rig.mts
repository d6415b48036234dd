import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Client } from '../../../client/client';
import type { Http } from '../../../client/ports';
import { startEmulator, type Emulator, type Operation } from '../../../emulator/index.mts';
import { createVirtualTime, type VirtualTime } from '../../virtualTime.mts';
import { createHttp } from '../http.mts';
import { clockOf, HEADER_PREFIX, type Service } from '../service.mts';
import { changing, type Change } from './requestChanges.mts';

/** One emulator for many cells, reset between them, and a host that must get no requests. */
export type Rig = {
	readonly service: Service;
	/** The URL of the other host, and how many requests it got. */
	readonly elsewhere: { readonly url: string; readonly requests: () => number };
	/** The same service, with this many changed calls of this operation. */
	changing(change: Change, on: Operation, times: number): Service;
	/** Whether a response that the client could read contained a text. */
	answered(text: string): boolean;
	/** Everything that no message may contain. */
	secrets(): readonly string[];
};

export const CALLBACK_TOKEN = 'callback-token-0123456789abcdef';
/** Less than the node's own limit, to save time: a response is cut off in the same way. */
const MAX_JSON_BYTES = 64 * 1024;

export function useRig(): Rig {
	let emulator: Emulator;
	let time: VirtualTime;
	let other: Server;
	let visits = 0;
	let answers: string[] = [];

	beforeAll(async () => {
		time = createVirtualTime();
		emulator = await startEmulator({ clock: time.clock });
		other = createServer((_, response) => {
			visits += 1;
			response.end('{}');
		});
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
	});

	afterAll(async () => {
		await emulator.close();
		await new Promise((resolve) => other.close(resolve));
		time.close();
	});

	afterEach(() => {
		emulator.reset();
		visits = 0;
		answers = [];
	});

	const service: Service = {
		get emulator() {
			return emulator;
		},
		get time() {
			return time;
		},
		get http() {
			return noting(createHttp(time, emulator.apiKey, MAX_JSON_BYTES), answers);
		},
		get clock() {
			return clockOf(time);
		},
		get client() {
			return clientOf(emulator, service.http);
		},
		requests: (wanted) => emulator.requests().filter(({ operation }) => operation === wanted),
		clientWith: () => service.client,
	};

	function changed(change: Change, on: Operation, times: number): Service {
		const http = changing(service.http, change, on, times);
		const { clock, requests } = service;
		const client = clientOf(emulator, http);
		return { emulator, time, http, clock, client, requests, clientWith: () => client };
	}

	return {
		service,
		elsewhere: {
			get url() {
				return `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
			},
			requests: () => visits,
		},
		changing: changed,
		answered: (text) => answers.some((answer) => answer.includes(text)),
		secrets: () => [emulator.apiKey, CALLBACK_TOKEN, ...storageSecrets(emulator)],
	};
}

function clientOf({ apiUrl, metaUrl }: Emulator, http: Http): Client {
	return createClient(http, {
		baseUrl: apiUrl,
		metadataUrl: metaUrl,
		headerPrefix: HEADER_PREFIX,
	});
}

function storageSecrets(emulator: Emulator): string[] {
	const issued = emulator
		.credentials()
		.flatMap(({ accessKeyId, accessKeySecret, securityToken }) => [
			accessKeyId,
			accessKeySecret,
			securityToken,
		]);
	const puts = emulator.requests().filter(({ operation }) => operation === 'put');
	return [...issued, ...puts.map(({ headers }) => String(headers.authorization))];
}

/** Records what the client could read. */
function noting(http: Http, answers: string[]): Http {
	return {
		...http,
		async call(request) {
			const answer = await http.call(request);
			if ('body' in answer) answers.push(answer.body);
			return answer;
		},
	};
}
