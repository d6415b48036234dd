import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';

type BadUrlHandler = FastifyServerOptions['frameworkErrors'];

type Options = {
	/** Answers URLs that can't be decoded: they reach no route. */
	readonly onBadUrl?: BadUrlHandler;
	/** Clients of a storage sign its name, with the bucket. What they may do depends on the signature. */
	readonly hasAnyName?: boolean;
};

/** Routes, which read JSON. */
export function createApp({ onBadUrl, hasAnyName = false }: Options = {}): FastifyInstance {
	const app = fastify({ frameworkErrors: onBadUrl });
	turnPagesAway(app, hasAnyName);
	readJson(app);
	return app;
}

/** A host that listens. Its URL has no trailing slash. */
export type Host = {
	readonly url: string;
	/** Closes open connections as well. */
	close(): Promise<void>;
};

/** Listens on 127.0.0.1 (port 0: any free one). */
export async function listen(answer: RequestListener, port = 0): Promise<Host> {
	const server = createServer({ requestTimeout: 0 }, answer);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', resolve);
	});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Parses no bodies: handlers read them from the raw request. */
export function leaveBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', async () => undefined);
}

/** Other types are discarded. An empty JSON body counts as none: clients send it with cancel. */
function readJson(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
		if (body === '') return done(null, undefined);
		try {
			done(null, JSON.parse(String(body)));
		} catch (error) {
			done(Object.assign(error as Error, { statusCode: 400 }), undefined);
		}
	});
	app.addContentTypeParser('*', async (_request: unknown, payload: NodeJS.ReadableStream) => {
		payload.resume();
	});
}

const OWN_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Turns away what a browser sends for a page of somebody else: under the name of that page, which may
 * lead to this machine, or with its origin. No header allows a page to read anything.
 */
function turnPagesAway(app: FastifyInstance, hasAnyName: boolean): void {
	app.addHook('onRequest', async ({ headers: { host = '', origin } }, reply) => {
		const isOwnName = hasAnyName || host === '' || OWN_NAMES.includes(host.replace(/:\d+$/, ''));
		if (isOwnName && (origin === undefined || origin === `http://${host}`)) return undefined;
		// By itself: the hooks that record and disturb answers haven't seen the request.
		reply.hijack();
		reply.raw.writeHead(403, { 'content-type': 'application/json' });
		return void reply.raw.end('{"message":"Not for pages of other origins"}');
	});
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
