import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type StubRequest = {
	readonly method: string;
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
};

/** `content` is bytes, or anything that JSON can write. */
export type StubAnswer = { readonly status?: number; readonly content: unknown };

type StubServer = { readonly url: string; close(): Promise<void> };

/** A service of another vendor, as far as an example needs it. */
export async function startStub(
	answer: (request: StubRequest) => StubAnswer | Promise<StubAnswer>,
): Promise<StubServer> {
	const server = createServer((request, response) => void respond(request, response));
	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { status = 200, content } = await answer(await readRequest(request));
		const isBytes = Buffer.isBuffer(content);
		const type = isBytes ? 'application/octet-stream' : 'application/json';
		response.writeHead(status, { 'content-type': type });
		response.end(isBytes ? content : JSON.stringify(content));
	}
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

async function readRequest(request: IncomingMessage): Promise<StubRequest> {
	const { method = '', url = '', headers } = request;
	const { pathname: path, searchParams: query } = new URL(url, 'http://stub');
	return { method, path, query, headers, body: await buffer(request) };
}
