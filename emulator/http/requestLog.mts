import { basename } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountReadName } from '../settings/account.mts';
import { parseOutputName } from '../storage/objects.mts';

/** The hosts of the service. The control host is not one of them and is not recorded. */
export type ServiceHost = 'api' | 'meta' | 'storage';

export type Operation =
	| AccountReadName
	| 'create'
	| 'status'
	| 'outputs'
	| 'detail'
	| 'cancel'
	| 'interrupt'
	| 'download'
	| 'token'
	| 'put'
	| 'commit'
	| 'list'
	| 'model'
	| 'modelStatus';

/** A request as it arrived; without `status` when no response was sent. */
export type RequestRecord = {
	readonly at: number;
	readonly host: ServiceHost;
	readonly method: string;
	readonly path: string;
	readonly operation: Operation | 'unknown';
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body?: unknown;
	/** How many bytes of an upload were read; the bytes themselves are not recorded. */
	readonly bytes?: number;
	readonly status?: number;
	readonly requestId?: string;
	/** The type of the fault that was applied to this request. */
	readonly fault?: string;
};

/** What becomes known while the request is processed. */
export type RequestUpdate = Partial<
	Pick<RequestRecord, 'body' | 'bytes' | 'status' | 'requestId' | 'fault'>
>;

export type RequestLog = ReturnType<typeof createRequestLog>;

export function createRequestLog() {
	let records: RequestRecord[] = [];

	/** Records a request; the returned function updates its record. */
	function open(arrival: RequestRecord): (findings: RequestUpdate) => void {
		const record = { ...arrival };
		records.push(record);
		return (findings) => void Object.assign(record, findings);
	}

	return {
		open,
		all: (): readonly RequestRecord[] => [...records],
		clear: () => void (records = []),
	};
}

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

/** The app and the task that a request is about, as far as known before it is processed. */
export type Subject = { readonly appId?: number; readonly requestId?: string };

export type TaskLookup = { find(requestId: string): { readonly appId: number } | undefined };

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
export function subjectOf(request: FastifyRequest, tasks: TaskLookup): Subject {
	const { webAppId, ...params } = (request.params ?? {}) as RouteParameters;
	const fileName = basename(params['*'] ?? '');
	const requestId = params.requestId ?? parseOutputName(fileName)?.requestId;
	const task = requestId === undefined ? undefined : tasks.find(requestId);
	const appId = task?.appId ?? (Number(webAppId ?? bodyAppId(request.body)) || undefined);
	return { requestId, appId };
}

function bodyAppId(body: unknown): unknown {
	return (body as { web_app_id?: unknown } | undefined)?.web_app_id;
}

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
