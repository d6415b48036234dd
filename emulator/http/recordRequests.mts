import type { FastifyInstance } from 'fastify';
import type { ServiceHost } from './requestLog.mts';
import type { Service } from '../service/service.mts';
import { exchangeOf, openExchange } from './exchange.mts';
import { operationOf, subjectOf } from './subject.mts';

/** Records every request that reaches a host, with its body and its subject. */
export function recordRequests(app: FastifyInstance, host: ServiceHost, service: Service): void {
	app.addHook('onRequest', async (request, reply) => {
		const note = service.requests.open({
			at: service.clock.now(),
			host,
			method: request.method,
			path: request.url,
			operation: operationOf(request) ?? 'unknown',
			headers: { ...request.headers },
		});
		openExchange(request, reply, note);
	});
	app.addHook('preHandler', async (request) => {
		const { requestId } = subjectOf(request, service);
		exchangeOf(request).note({ body: request.body, requestId });
	});
}

/** Records the status of each answer that still finds its connection open; to be added last. */
export function recordAnswers(app: FastifyInstance): void {
	app.addHook('onSend', async (request, reply) => {
		const { note, closed } = exchangeOf(request);
		if (!closed.aborted && !request.raw.socket.destroyed) note({ status: reply.statusCode });
	});
}
