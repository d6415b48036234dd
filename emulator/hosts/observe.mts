import type { FastifyInstance } from 'fastify';
import { injectFaults } from '../faults/injectFaults.mts';
import { recordAnswers, recordRequests } from '../http/recordRequests.mts';
import type { ServiceHost } from '../http/requestLog.mts';
import type { Service } from '../service/service.mts';

/** Records requests and responses and applies faults. Responses last, as faults change them. */
export function observe(app: FastifyInstance, host: ServiceHost, service: Service): void {
	recordRequests(app, host, service);
	injectFaults(app, service);
	recordAnswers(app);
}
