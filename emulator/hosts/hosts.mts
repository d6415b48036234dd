import type { FastifyError, FastifyInstance } from 'fastify';
import { INVALID_PARAMETER, RECORD_NOT_FOUND } from '../errors/errorCodes.mts';
import { methodError, storageError } from '../errors/storageErrors.mts';
import { injectFaults } from '../faults/injectFaults.mts';
import { envelope, keyRoute, sendError, sendXmlError } from '../http/answers.mts';
import { recordAnswers, recordRequests, type ServiceHost } from '../http/requestLog.mts';
import { createServer, leaveBodies } from '../http/server.mts';
import type { Service } from '../service/service.mts';
import { ACCOUNT_READS, type AccountReadName } from '../settings/account.mts';
import type { HostName } from '../settings/settings.mts';
import { appRoutes } from './apps.mts';
import { createControlHost } from './controlHost.mts';
import { createRoute } from './create.mts';
import { modelRoutes } from './models.mts';
import { putRoute, storageRoutes } from './storage.mts';
import { taskRoutes } from './tasks.mts';
import { resourceRoutes, tokenRoute } from './uploads.mts';

/** All hosts with their routes; none of them listens yet. */
export function createHosts(service: Service): Record<HostName, FastifyInstance> {
	const api = createServiceHost('api', service);
	const meta = createServiceHost('meta', service);
	const storage = createStorageHost(service);
	createRoute(api, service);
	taskRoutes(api, service);
	modelRoutes(api, service);
	accountRoutes(api, service, 'api');
	tokenRoute(api, service);
	appRoutes(meta, service);
	accountRoutes(meta, service, 'meta');
	resourceRoutes(meta, service);
	storageRoutes(storage, service);
	putRoute(storage, service);
	return { api, meta, storage, control: createControlHost(service) };
}

/** A host of the service itself; errors are JSON. */
function createServiceHost(host: 'api' | 'meta', service: Service): FastifyInstance {
	const app = createServer();
	observe(app, host, service);
	const { stringCodes } = service.quirks;
	app.setNotFoundHandler((_request, reply) => sendError(reply, RECORD_NOT_FOUND, stringCodes));
	app.setErrorHandler((error: FastifyError, _request, reply) => {
		if ((error.statusCode ?? 500) >= 500) return reply.code(500).send({ message: error.message });
		return sendError(reply, INVALID_PARAMETER, stringCodes);
	});
	return app;
}

/** The storage host. Storage is another vendor's product, with errors in XML. */
function createStorageHost(service: Service): FastifyInstance {
	const app = createServer({
		hasAnyName: true,
		onBadUrl: (_error, _request, reply) => {
			void sendXmlError(reply, storageError('invalidName'));
		},
	});
	leaveBodies(app);
	observe(app, 'storage', service);
	app.setNotFoundHandler(({ method, headers }, reply) => {
		const error = methodError(method, headers.authorization !== undefined);
		if (error.httpStatus === 405) reply.header('allow', 'GET, HEAD, PUT');
		return sendXmlError(reply, error);
	});
	app.setErrorHandler(({ statusCode = 500 }: FastifyError, _request, reply) =>
		sendXmlError(reply, storageError(statusCode < 500 ? 'unreadable' : 'internal')),
	);
	return app;
}

/** Records requests and responses and applies faults. Responses last, as faults change them. */
function observe(app: FastifyInstance, host: ServiceHost, service: Service): void {
	recordRequests(app, host, service);
	injectFaults(app, service);
	recordAnswers(app);
}

/** The reads of the account that one of the hosts serves. */
function accountRoutes(app: FastifyInstance, service: Service, host: 'api' | 'meta'): void {
	for (const [name, read] of Object.entries(ACCOUNT_READS)) {
		if (read.host !== host) continue;
		const route = keyRoute(name as AccountReadName, service);
		app.get(read.path, route, async () => envelope(read.record(service)));
	}
}
