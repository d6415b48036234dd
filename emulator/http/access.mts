import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceError } from '../errors/errorCodes.mts';
import { NO_TOKEN, WRONG_TOKEN } from '../errors/serviceErrors.mts';
import type { Operation } from './requestLog.mts';
import { sendError } from './sendError.mts';

/** What a route needs to know about API keys. */
type KeyCheck = { readonly apiKey: string; readonly quirks: { readonly stringCodes: boolean } };

type RouteSetup = {
	readonly config: { readonly operation: Operation };
	readonly preHandler?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

/** A route that needs no API key. */
export function openRoute(operation: Operation): RouteSetup {
	return { config: { operation } };
}

/** A route that answers 401 without the API key. */
export function keyRoute(operation: Operation, service: KeyCheck): RouteSetup {
	async function preHandler(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
		const error = keyError(request, service);
		return error && sendError(reply, error, service.quirks.stringCodes);
	}
	return { config: { operation }, preHandler };
}

/** The error for a missing or wrong API key. */
export function keyError(
	{ headers }: FastifyRequest,
	{ apiKey }: Pick<KeyCheck, 'apiKey'>,
): ServiceError | undefined {
	if (!headers.authorization) return NO_TOKEN;
	return headers.authorization === `Bearer ${apiKey}` ? undefined : WRONG_TOKEN;
}
