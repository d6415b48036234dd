import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '../../until.mts';
import { PROMPT, type Visit } from '../visit.mts';

type Arrival = {
	readonly method?: string;
	readonly url?: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
};
type Reaction = (response: ServerResponse, count: number) => void;

/** A server that callbacks are sent to. */
export type Receiver = {
	readonly url: string;
	readonly arrivals: readonly Arrival[];
	/** The bodies that arrived, parsed. */
	bodies(): Array<Record<string, unknown>>;
	/** Sets the response to calls from now on; at first it is 200. */
	react(reaction: Reaction): void;
	close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
	const arrivals: Arrival[] = [];
	let reaction: Reaction = (response) => response.end();

	const server = createServer((request, response) => {
		const { method, url, headers } = request;
		void text(request).then((body) => {
			arrivals.push({ method, url, headers, body });
			reaction(response, arrivals.length);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;

	return {
		url: `http://127.0.0.1:${port}/done?of=test`,
		arrivals,
		bodies: () => arrivals.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
		react: (next) => void (reaction = next),
		close() {
			server.closeAllConnections();
			return new Promise((resolve) => void server.close(() => resolve()));
		},
	};
}

/** Creates a task in webhook mode and gives its id. */
export async function createWithCallback(
	{ post }: Visit,
	url: string,
	headers: Readonly<Record<string, string>> = {},
): Promise<string> {
	const body = { web_app_id: 54663, input_values: PROMPT };
	const answer = await post(body, { 'X-Service-Task-WebHook-Url': url, ...headers });
	return (answer.body as { request_id: string }).request_id;
}

/** Responds to every call with this status. */
export function answering(status: number, headers: Record<string, string> = {}): Reaction {
	return (response) => void response.writeHead(status, headers).end();
}

/** Resolves when this many deliveries are finished, and no further one is in progress. */
export async function delivered({ emulator }: Visit, count: number): Promise<void> {
	const ended = () => emulator.deliveries().filter(({ durationMs }) => durationMs !== undefined);
	await until(() => ended().length === count);
	expect(emulator.deliveries()).toHaveLength(count);
}

/** Resolves when this many calls have arrived, answered or not. */
export async function arrived({ arrivals }: Receiver, count: number): Promise<void> {
	await until(() => arrivals.length === count);
	expect(arrivals).toHaveLength(count);
}
