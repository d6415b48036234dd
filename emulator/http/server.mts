import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';

type BadUrlHandler = FastifyServerOptions['frameworkErrors'];

/**
 * An HTTP server that reads JSON and closes open connections when it is closed. `onBadUrl`
 * answers URLs that cannot be decoded: they reach no route.
 */
export function createServer(onBadUrl?: BadUrlHandler): FastifyInstance {
	const app = fastify({
		forceCloseConnections: true,
		frameworkErrors: onBadUrl,
		// To check our own schemas fastify compiles the schema of schemas: half the time of a start.
		ajv: { customOptions: { validateSchema: false } },
	});
	readJson(app);
	return app;
}

/** Listens on 127.0.0.1 (port 0: any free one); resolves to the URL without a trailing slash. */
export function listen(app: FastifyInstance, port = 0): Promise<string> {
	return app.listen({ host: '127.0.0.1', port });
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

/** Allows every origin, as the live service does. Preflight requests need no key. */
export function allowOrigins(app: FastifyInstance): void {
	app.addHook('onRequest', async ({ method, headers }, reply) => {
		reply.header('access-control-allow-origin', '*');
		if (method !== 'OPTIONS') return undefined;
		reply.header('access-control-allow-methods', 'GET, HEAD, POST, PUT');
		const wanted = headers['access-control-request-headers'];
		if (wanted !== undefined) reply.header('access-control-allow-headers', wanted);
		return reply.code(204).send();
	});
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
