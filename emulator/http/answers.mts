import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NO_TOKEN, type ServiceError, WRONG_TOKEN } from '../errors/errorCodes.mts';
import type { StorageError } from '../errors/storageErrors.mts';
import type { Operation } from './requestLog.mts';

/** The envelope of a successful response (spec: response envelope). */
export function envelope(data: unknown): object {
	return { code: 20000, message: 'Ok', status: true, data };
}

/** Sends an error as the service does; codes are integers unless `stringCodes`. */
export function sendError(
	reply: FastifyReply,
	why: ServiceError,
	stringCodes: boolean,
): FastifyReply {
	reply.code(why.httpStatus);
	if (why.message === undefined) return reply.send();
	reply.type('application/json; charset=utf-8');
	if (why.code === undefined) return reply.send(JSON.stringify(why.message));
	const code = stringCodes ? String(why.code) : why.code;
	return reply.send({ code, message: why.message, data: null });
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
