import type { FastifyReply, FastifyRequest } from 'fastify';
import { NO_TOKEN, WRONG_TOKEN } from '../errors/serviceErrors.mts';
import type { Refusal } from '../errors/errorCodes.mts';
import type { Operation } from './requestLog.mts';
import type { Service } from '../service/service.mts';
import { refuse } from './sendError.mts';

type RouteSetup = {
	readonly config: { readonly operation: Operation };
	readonly preHandler?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

/** A route that anybody may use. */
export function openRoute(operation: Operation): RouteSetup {
	return { config: { operation } };
}

/** A route that wants the API key: 401 without it. */
export function keyRoute(operation: Operation, service: Service): RouteSetup {
	async function preHandler(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
		const refusal = keyRefusal(request, service);
		return refusal && refuse(reply, refusal, service.quirks.stringCodes);
	}
	return { config: { operation }, preHandler };
}

/** Why a request is not let in: its key is missing or not the right one. */
export function keyRefusal({ headers }: FastifyRequest, { apiKey }: Service): Refusal | undefined {
	if (!headers.authorization) return NO_TOKEN;
	return headers.authorization === `Bearer ${apiKey}` ? undefined : WRONG_TOKEN;
}
