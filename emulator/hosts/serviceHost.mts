import type { FastifyError, FastifyInstance } from 'fastify';
import { INVALID_PARAMETER, RECORD_NOT_FOUND } from '../errors/serviceErrors.mts';
import type { ServiceHost } from '../http/requestLog.mts';
import type { Service } from '../service/service.mts';
import { allowOrigins } from '../http/cors.mts';
import { injectFaults } from '../faults/injectFaults.mts';
import { recordAnswers, recordRequests } from '../http/recordRequests.mts';
import { refuse } from '../http/sendError.mts';
import { createServer } from '../http/server.mts';

/** A host of the service itself, which answers errors in JSON. */
export function createHost(host: 'api' | 'meta', service: Service): FastifyInstance {
	const app = createServer();
	observe(app, host, service);
	allowOrigins(app);
	const { stringCodes } = service.quirks;
	app.setNotFoundHandler((_request, reply) => refuse(reply, RECORD_NOT_FOUND, stringCodes));
	app.setErrorHandler((error: FastifyError, _request, reply) => {
		if ((error.statusCode ?? 500) >= 500) return reply.code(500).send({ message: error.message });
		return refuse(reply, INVALID_PARAMETER, stringCodes);
	});
	return app;
}

/** Records what arrives and how it is answered, and lets faults strike. */
export function observe(app: FastifyInstance, host: ServiceHost, service: Service): void {
	recordRequests(app, host, service);
	injectFaults(app, service);
	recordAnswers(app);
}
