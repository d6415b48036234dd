import type { FastifyInstance } from 'fastify';
import { keyRoute } from '../http/access.mts';
import type { Service } from '../service/service.mts';
import { ACCOUNT_READS, type AccountReadName } from '../settings/account.mts';
import { envelope } from '../wire/envelope.mts';

/** The reads of the account that one of the hosts serves. */
export function accountRoutes(app: FastifyInstance, service: Service, host: 'api' | 'meta'): void {
	for (const [name, read] of Object.entries(ACCOUNT_READS)) {
		if (read.host !== host) continue;
		const route = keyRoute(name as AccountReadName, service);
		app.get(read.path, route, async () => envelope(read.record(service)));
	}
}
