import type { FastifyError, FastifyInstance } from 'fastify';
import {
	INTERNAL_ERROR,
	INVALID_NAME,
	methodRefusal,
	UNREADABLE,
} from '../errors/storageErrors.mts';
import { refuseInXml } from '../http/sendXmlError.mts';
import { createServer, leaveBodies } from '../http/server.mts';
import type { Service } from '../service/service.mts';
import { observe } from './observe.mts';

/** The host of the storage: the product of another vendor, so that all of its refusals are XML. */
export function createStorageHost(service: Service): FastifyInstance {
	const app = createServer((_error, _request, reply) => {
		void refuseInXml(reply, INVALID_NAME);
	});
	leaveBodies(app);
	observe(app, 'storage', service);
	app.setNotFoundHandler(({ method, headers }, reply) => {
		const refusal = methodRefusal(method, headers.authorization !== undefined);
		if (refusal.httpStatus === 405) reply.header('allow', 'GET, HEAD, PUT');
		return refuseInXml(reply, refusal);
	});
	app.setErrorHandler(({ statusCode = 500 }: FastifyError, _request, reply) =>
		refuseInXml(reply, statusCode < 500 ? UNREADABLE : INTERNAL_ERROR),
	);
	return app;
}
