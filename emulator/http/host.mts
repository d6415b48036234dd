import type { FastifyError, FastifyInstance } from 'fastify';
import { INVALID_PARAMETER, RECORD_NOT_FOUND } from '../errors.mts';
import type { ServiceHost } from '../requests.mts';
import type { Service } from '../service.mts';
import { allowOrigins } from './cors.mts';
import { injectFaults } from './injection.mts';
import { recordAnswers, recordRequests } from './recording.mts';
import { refuse } from './refuse.mts';
import { createServer } from './server.mts';

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
