import type { FastifyError, FastifyInstance } from 'fastify';
import { INVALID_PARAMETER, RECORD_NOT_FOUND } from '../errors/serviceErrors.mts';
import { allowOrigins } from '../http/cors.mts';
import { sendError } from '../http/sendError.mts';
import { createServer } from '../http/server.mts';
import type { Service } from '../service/service.mts';
import { observe } from './observe.mts';

/** A host of the service itself; errors are JSON. */
export function createServiceHost(host: 'api' | 'meta', service: Service): FastifyInstance {
	const app = createServer();
	observe(app, host, service);
	allowOrigins(app);
	const { stringCodes } = service.quirks;
	app.setNotFoundHandler((_request, reply) => sendError(reply, RECORD_NOT_FOUND, stringCodes));
	app.setErrorHandler((error: FastifyError, _request, reply) => {
		if ((error.statusCode ?? 500) >= 500) return reply.code(500).send({ message: error.message });
		return sendError(reply, INVALID_PARAMETER, stringCodes);
	});
	return app;
}
