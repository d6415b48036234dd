import type { FastifyReply } from 'fastify';
import type { Refusal } from '../refusals.mts';

/** Answers a refusal in the service's shape; codes are strings unless `numericCodes`. */
export function refuse(reply: FastifyReply, why: Refusal, numericCodes: boolean): FastifyReply {
	reply.code(why.httpStatus);
	if (why.message === undefined) return reply.send();
	reply.type('application/json; charset=utf-8');
	if (why.code === undefined) return reply.send(JSON.stringify(why.message));
	const code = numericCodes ? why.code : String(why.code);
	return reply.send({ code, message: why.message, data: null });
}
