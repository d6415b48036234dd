import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';

/** Incompressible, so that compression on the way makes no difference. */
const CHUNK = randomBytes(1024 ** 2);

/**
 * Any GET of /<bytes> answers with a file of that size, any PUT is read and forgotten. It hashes
 * nothing and stores nothing, so that it is not what limits a transfer. It runs until the benchmark
 * ends, which it does not hold back.
 */
export async function startByteServer(): Promise<string> {
	const server = createServer((request, response) => {
		if (request.method === 'PUT') drain(request, response);
		else serve(Number(request.url?.slice(1).replace(/\D.*$/, '')), response);
	});
	await once(server.listen(0, '127.0.0.1').unref(), 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function drain(request: IncomingMessage, response: ServerResponse): void {
	let size = 0;
	request.on('data', (chunk: Buffer) => (size += chunk.length));
	request.once('end', () => {
		const isWhole = size === Number(request.headers['content-length'] ?? size);
		response.writeHead(isWhole ? 200 : 400, { etag: '"0"' }).end();
	});
}

function serve(size: number, response: ServerResponse): void {
	response.writeHead(200, {
		'content-type': 'application/octet-stream',
		'content-length': size,
	});
	pipeline(Readable.from(chunks(size)), response, () => {});
}

/** The bytes of a file of this size. */
export function* chunks(size: number): Generator<Buffer> {
	for (let left = size; left > 0; left -= CHUNK.length) {
		yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
	}
}
