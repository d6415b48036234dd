import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { LINK_EXPIRED, NO_SUCH_KEY } from '../errors/storageErrors.mts';
import { openRoute } from '../http/access.mts';
import { sendXmlError } from '../http/sendXmlError.mts';
import type { Service } from '../service/service.mts';

type FileRoute = { Params: { '*': string } };

/** Public downloads: outputs until they expire, sample images, uploaded objects. */
export function storageRoutes(app: FastifyInstance, { quirks, files }: Service): void {
	app.get<FileRoute>('/*', openRoute('download'), async ({ method, params }, reply) => {
		const file = await files.read(params['*']);
		if (file === 'expired') return sendXmlError(reply, LINK_EXPIRED);
		if (file === 'missing') return sendXmlError(reply, NO_SUCH_KEY);
		const { content, mediaType } = file;
		reply.type((!quirks.octetStreams && mediaType) || 'application/octet-stream');
		if (Buffer.isBuffer(content)) return reply.send(content);
		reply.header('content-length', content.size);
		// fastify would read the whole stream to answer HEAD.
		return reply.send(method === 'HEAD' ? Readable.from([]) : content.open());
	});
}
