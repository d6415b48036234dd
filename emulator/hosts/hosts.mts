import type { FastifyInstance } from 'fastify';
import { accountRoutes } from '../routes/account.mts';
import { appRoutes } from '../routes/apps.mts';
import { createRoute } from '../routes/create.mts';
import { modelRoutes, modelStatusRoutes } from '../routes/models.mts';
import { putRoute } from '../routes/put.mts';
import { storageRoutes } from '../routes/storage.mts';
import { stopRoutes, taskRoutes } from '../routes/tasks.mts';
import { resourceRoutes, tokenRoute } from '../routes/upload.mts';
import type { Service } from '../service/service.mts';
import type { HostName } from '../settings/emulatorOptions.mts';
import { createControlHost } from './controlHost.mts';
import { createServiceHost } from './serviceHost.mts';
import { createStorageHost } from './storageHost.mts';

/** All hosts with their routes; none of them listens yet. */
export function createHosts(service: Service): Record<HostName, FastifyInstance> {
	const api = createServiceHost('api', service);
	const meta = createServiceHost('meta', service);
	const storage = createStorageHost(service);
	createRoute(api, service);
	taskRoutes(api, service);
	stopRoutes(api, service);
	modelRoutes(api, service);
	modelStatusRoutes(api, service);
	accountRoutes(api, service, 'api');
	tokenRoute(api, service);
	appRoutes(meta, service);
	accountRoutes(meta, service, 'meta');
	resourceRoutes(meta, service);
	storageRoutes(storage, service);
	putRoute(storage, service);
	return { api, meta, storage, control: createControlHost(service) };
}
