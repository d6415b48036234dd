import type { RequestListener } from 'node:http';
import type { FastifyError, FastifyInstance } from 'fastify';
import { INVALID_PARAMETER, RECORD_NOT_FOUND } from '../errors/errorCodes.mts';
import { methodError, storageError } from '../errors/storageErrors.mts';
import { injectFaults } from './injectFaults.mts';
import { envelope, keyRoute, sendError, sendXmlError } from './answers.mts';
import { recordAnswers, recordRequests } from './exchanges.mts';
import type { ServiceHost } from '../http/requestLog.mts';
import { createApp, leaveBodies } from '../http/server.mts';
import type { Service } from '../service/service.mts';
import { giveService, serviceOf } from '../service/serviceOf.mts';
import { ACCOUNT_READS, type AccountReadName } from '../settings/account.mts';
import type { HostName } from '../settings/settings.mts';
import { appRoutes } from './apps.mts';
import { createControlHost } from './controlHost.mts';
import { createRoute } from './create.mts';
import { modelRoutes } from './models.mts';
import { putRoute, storageRoutes } from './storage.mts';
import { taskRoutes } from './tasks.mts';
import { resourceRoutes, tokenRoute } from './uploads.mts';

const HOSTS: Readonly<Record<HostName, () => FastifyInstance>> = {
	api: createApiHost,
	meta: createMetaHost,
	storage: createStorageHost,
	control: createControlHost,
};

/** By host. Compiling them takes several milliseconds, and a test of a few requests no longer. */
const compiled = new Map<HostName, Promise<FastifyInstance>>();

/** Answers the requests to a host of this emulator. */
export function answering(name: HostName, service: Service): RequestListener {
	return (request, response) => {
		giveService(request, service);
		void routesOf(name).then(({ routing }) => routing(request, response));
	};
}

/** The routes of a host, which all emulators of a process share. */
function routesOf(name: HostName): Promise<FastifyInstance> {
	const known = compiled.get(name);
	if (known) return known;
	const app = HOSTS[name]();
	const routes = Promise.resolve(app.ready()).then(() => app);
	compiled.set(name, routes);
	return routes;
}

function createApiHost(): FastifyInstance {
	const app = createServiceHost('api');
	createRoute(app);
	taskRoutes(app);
	modelRoutes(app);
	accountRoutes(app, 'api');
	tokenRoute(app);
	return app;
}

function createMetaHost(): FastifyInstance {
	const app = createServiceHost('meta');
	appRoutes(app);
	accountRoutes(app, 'meta');
	resourceRoutes(app);
	return app;
}

/** A host of the service itself; errors are JSON. */
function createServiceHost(host: 'api' | 'meta'): FastifyInstance {
	const app = createApp();
	observe(app, host);
	app.setNotFoundHandler((_request, reply) => sendError(reply, RECORD_NOT_FOUND));
	app.setErrorHandler((error: FastifyError, _request, reply) => {
		if ((error.statusCode ?? 500) >= 500) return reply.code(500).send({ message: error.message });
		return sendError(reply, INVALID_PARAMETER);
	});
	return app;
}

/** The storage host. Storage is another vendor's product, with errors in XML. */
function createStorageHost(): FastifyInstance {
	const app = createApp({
		hasAnyName: true,
		onBadUrl: (_error, _request, reply) => {
			void sendXmlError(reply, storageError('invalidName'));
		},
	});
	leaveBodies(app);
	observe(app, 'storage');
	app.setNotFoundHandler(({ method, headers }, reply) => {
		const error = methodError(method, headers.authorization !== undefined);
		if (error.httpStatus === 405) reply.header('allow', 'GET, HEAD, PUT');
		return sendXmlError(reply, error);
	});
	app.setErrorHandler(({ statusCode = 500 }: FastifyError, _request, reply) =>
		sendXmlError(reply, storageError(statusCode < 500 ? 'unreadable' : 'internal')),
	);
	storageRoutes(app);
	putRoute(app);
	return app;
}

/** Records requests and responses and applies faults. Responses last, as faults change them. */
function observe(app: FastifyInstance, host: ServiceHost): void {
	recordRequests(app, host);
	injectFaults(app);
	recordAnswers(app);
}

/** The reads of the account that one of the hosts serves. */
function accountRoutes(app: FastifyInstance, host: 'api' | 'meta'): void {
	for (const [name, read] of Object.entries(ACCOUNT_READS)) {
		if (read.host !== host) continue;
		const route = keyRoute(name as AccountReadName);
		app.get(read.path, route, async (request) => envelope(read.record(serviceOf(request))));
	}
}
