import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { StorageError } from '../errors/storageErrors.mts';

/** Sends an error as object storage does. */
export function sendXmlError(
	reply: FastifyReply,
	{ httpStatus, code, message }: StorageError,
): FastifyReply {
	const requestId = randomBytes(12).toString('hex').toUpperCase();
	const members = [
		`<Code>${code}</Code>`,
		`<Message>${message}</Message>`,
		`<RequestId>${requestId}</RequestId>`,
	];
	const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${members.join('')}</Error>`;
	reply.header('x-oss-request-id', requestId);
	return reply.code(httpStatus).type('application/xml').send(body);
}
