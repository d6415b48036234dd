import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestUpdate } from './requestLog.mts';

/** What belongs to one request until its response is sent. */
export type Exchange = {
	/** Updates the record of the request. */
	readonly note: (findings: RequestUpdate) => void;
	/** Aborted when the connection closes, with or without a response. */
	readonly closed: AbortSignal;
};

const exchanges = new WeakMap<FastifyRequest, Exchange>();

export function openExchange(
	request: FastifyRequest,
	reply: FastifyReply,
	note: Exchange['note'],
): void {
	const closing = new AbortController();
	reply.raw.once('close', () => closing.abort());
	exchanges.set(request, { note, closed: closing.signal });
}

/** The exchange of a request; every request to a service host has one. */
export function exchangeOf(request: FastifyRequest): Exchange {
	const exchange = exchanges.get(request);
	if (!exchange) throw new Error(`No exchange was opened for ${request.method} ${request.url}`);
	return exchange;
}
