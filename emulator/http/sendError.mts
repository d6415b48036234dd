import type { FastifyReply } from 'fastify';
import type { ServiceError } from '../errors/errorCodes.mts';

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
