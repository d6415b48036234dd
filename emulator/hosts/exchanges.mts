import { basename } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serviceOf } from '../service/serviceOf.mts';
import { parseOutputName } from '../storage/objects.mts';
import type { Operation, RequestUpdate, ServiceHost, Subject } from '../http/requestLog.mts';

/** What belongs to one request until its response is sent. */
export type Exchange = {
	/** Updates the record of the request. */
	readonly note: (findings: RequestUpdate) => void;
	/** Aborted when the connection closes, with or without a response. */
	readonly closed: AbortSignal;
};

const exchanges = new WeakMap<FastifyRequest, Exchange>();

function openExchange(request: FastifyRequest, reply: FastifyReply, note: Exchange['note']): void {
	const closing = new AbortController();
	// Without a reason, Node would make an error, with a stack, for each response.
	reply.raw.once('close', () => closing.abort('closed'));
	exchanges.set(request, { note, closed: closing.signal });
}

/** The exchange of a request; every request to a service host has one. */
export function exchangeOf(request: FastifyRequest): Exchange {
	const exchange = exchanges.get(request);
	if (!exchange) throw new Error(`No exchange was opened for ${request.method} ${request.url}`);
	return exchange;
}

type RouteParameters = {
	readonly requestId?: string;
	readonly webAppId?: string;
	/** The path of a file. */
	readonly '*'?: string;
};

/** The operation of the request's route; undefined when there is no route. */
export function operationOf(request: FastifyRequest): Operation | undefined {
	return (request.routeOptions.config as { operation?: Operation }).operation;
}

/** Reads the subject from URL and body. */
export function subjectOf(request: FastifyRequest): Subject {
	const { webAppId, ...params } = (request.params ?? {}) as RouteParameters;
	const fileName = basename(params['*'] ?? '');
	const requestId = params.requestId ?? parseOutputName(fileName)?.requestId;
	const task = requestId === undefined ? undefined : serviceOf(request).tasks.find(requestId);
	const appId = task?.appId ?? (Number(webAppId ?? bodyAppId(request.body)) || undefined);
	return { requestId, appId };
}

function bodyAppId(body: unknown): unknown {
	return (body as { web_app_id?: unknown } | undefined)?.web_app_id;
}

/** Records every request to a host with its body and the task that it is about. */
export function recordRequests(app: FastifyInstance, host: ServiceHost): void {
	app.addHook('onRequest', async (request, reply) => {
		const { clock, requests } = serviceOf(request);
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
		const { requestId } = subjectOf(request);
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
