import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';

type BadUrlHandler = FastifyServerOptions['frameworkErrors'];

type Options = {
	/** Answers URLs that can't be decoded: they reach no route. */
	readonly onBadUrl?: BadUrlHandler;
	/** Clients of a storage sign its name, with the bucket. What they may do depends on the signature. */
	readonly hasAnyName?: boolean;
};

/**
 * An HTTP server that reads JSON and closes open connections when it is closed.
 */
export function createServer({ onBadUrl, hasAnyName = false }: Options = {}): FastifyInstance {
	const app = fastify({
		forceCloseConnections: true,
		frameworkErrors: onBadUrl,
	});
	turnPagesAway(app, hasAnyName);
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
