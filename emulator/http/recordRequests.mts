import type { FastifyInstance } from 'fastify';
import { exchangeOf, openExchange } from './exchange.mts';
import type { RequestLog, ServiceHost } from './requestLog.mts';
import { operationOf, subjectOf, type TaskLookup } from './subject.mts';

type Recorder = {
	readonly clock: { now(): number };
	readonly requests: RequestLog;
	readonly tasks: TaskLookup;
};

/** Records every request to a host with its body and the task that it is about. */
export function recordRequests(
	app: FastifyInstance,
	host: ServiceHost,
	{ clock, requests, tasks }: Recorder,
): void {
	app.addHook('onRequest', async (request, reply) => {
		const note = requests.open({
			at: clock.now(),
			host,
			method: request.method,
			path: request.url,
			operation: operationOf(request) ?? 'unknown',
			headers: { ...request.headers },
		});
		openExchange(request, reply, note);
	});
	app.addHook('preHandler', async (request) => {
		const { requestId } = subjectOf(request, tasks);
		exchangeOf(request).note({ body: request.body, requestId });
	});
}

/** Records response statuses, unless the connection is closed. Must be added last. */
export function recordAnswers(app: FastifyInstance): void {
	app.addHook('onSend', async (request, reply) => {
		const { note, closed } = exchangeOf(request);
		if (!closed.aborted && !request.raw.socket.destroyed) note({ status: reply.statusCode });
	});
}
