import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NO_TOKEN, type ServiceError, WRONG_TOKEN } from '../errors/errorCodes.mts';
import type { StorageError } from '../errors/storageErrors.mts';
import { serviceOf } from '../service/serviceOf.mts';
import type { Operation } from '../http/requestLog.mts';

/** The envelope of a successful response (spec: response envelope). */
export function envelope(data: unknown): object {
	return { code: 20000, message: 'Ok', status: true, data };
}

/** Sends an error as the service does. */
export function sendError(reply: FastifyReply, why: ServiceError): FastifyReply {
	reply.code(why.httpStatus);
	if (why.message === undefined) return reply.send();
	reply.type('application/json; charset=utf-8');
	if (why.code === undefined) return reply.send(JSON.stringify(why.message));
	return reply.send({ code: why.code, message: why.message, data: null });
}

/** Sends an error as object storage does. */
export function sendXmlError(
	reply: FastifyReply,
	{ httpStatus, code, message }: StorageError,
): FastifyReply {
	const requestId = randomBytes(12).toString('hex').toUpperCase();
	const cause = `<Code>${code}</Code><Message>${message}</Message>`;
	const members = `${cause}<RequestId>${requestId}</RequestId>`;
	const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${members}</Error>`;
	reply.header('x-oss-request-id', requestId);
	return reply.code(httpStatus).type('application/xml').send(body);
}

type RouteSetup = {
	readonly config: { readonly operation: Operation };
	readonly preHandler?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

/** A route that needs no API key. */
export function openRoute(operation: Operation): RouteSetup {
	return { config: { operation } };
}

/** A route that answers 401 without the API key. */
export function keyRoute(operation: Operation): RouteSetup {
	async function preHandler(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
		const error = keyError(request);
		return error && sendError(reply, error);
	}
	return { config: { operation }, preHandler };
}

/** The error for a missing or wrong API key. */
export function keyError(request: FastifyRequest): ServiceError | undefined {
	const { authorization } = request.headers;
	if (!authorization) return NO_TOKEN;
	return authorization === `Bearer ${serviceOf(request).apiKey}` ? undefined : WRONG_TOKEN;
}
