import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestUpdate } from './requestLog.mts';

/** What belongs to one request from its arrival to its answer. */
export type Exchange = {
	/** Adds to the record of the request. */
	readonly note: (findings: RequestUpdate) => void;
	/** Aborted when the connection closes, answered or not. */
	readonly closed: AbortSignal;
};

const exchanges = new WeakMap<FastifyRequest, Exchange>();

/** Opens the exchange of a request that has just arrived. */
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
