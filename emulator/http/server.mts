import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';

type BadAddressHandler = FastifyServerOptions['frameworkErrors'];

/**
 * An HTTP server that reads JSON and whose open connections end when it is closed. Addresses that
 * cannot be decoded reach no route: `onBadAddress` answers them.
 */
export function createServer(onBadAddress?: BadAddressHandler): FastifyInstance {
	const app = fastify({ forceCloseConnections: true, frameworkErrors: onBadAddress });
	readJson(app);
	return app;
}

/** Listens on 127.0.0.1 (port 0: any free one) and gives the address without a trailing slash. */
export function listen(app: FastifyInstance, port = 0): Promise<string> {
	return app.listen({ host: '127.0.0.1', port });
}

/** Leaves all bodies to the handlers, which find them in the raw request. */
export function leaveBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', async () => undefined);
}

/** Bodies of other types are left unread; an empty JSON body is none (cancel has such a one). */
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
