import type { FastifyError, FastifyInstance } from 'fastify';
import { INTERNAL_ERROR, INVALID_NAME, methodError, UNREADABLE } from '../errors/storageErrors.mts';
import { sendXmlError } from '../http/sendXmlError.mts';
import { createServer, leaveBodies } from '../http/server.mts';
import type { Service } from '../service/service.mts';
import { observe } from './observe.mts';

/** The storage host. Storage is another vendor's product, with errors in XML. */
export function createStorageHost(service: Service): FastifyInstance {
	const app = createServer((_error, _request, reply) => {
		void sendXmlError(reply, INVALID_NAME);
	});
	leaveBodies(app);
	observe(app, 'storage', service);
	app.setNotFoundHandler(({ method, headers }, reply) => {
		const error = methodError(method, headers.authorization !== undefined);
		if (error.httpStatus === 405) reply.header('allow', 'GET, HEAD, PUT');
		return sendXmlError(reply, error);
	});
	app.setErrorHandler(({ statusCode = 500 }: FastifyError, _request, reply) =>
		sendXmlError(reply, statusCode < 500 ? UNREADABLE : INTERNAL_ERROR),
	);
	return app;
}
