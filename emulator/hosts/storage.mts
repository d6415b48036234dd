import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storageError } from '../errors/storageErrors.mts';
import { openRoute, sendXmlError } from './answers.mts';
import { exchangeOf } from './exchanges.mts';
import { serviceOf } from '../service/serviceOf.mts';
import type { SignedRequest } from '../storage/signatures.mts';
import { locationOf, pathOf, verifyPut } from '../storage/verifyPut.mts';

type FileRoute = { Params: { '*': string } };

/** Public downloads: outputs until they expire, sample images, uploaded objects. */
export function storageRoutes(app: FastifyInstance): void {
	app.get<FileRoute>('/*', openRoute('download'), async (request, reply) => {
		const { quirks, files } = serviceOf(request);
		const file = await files.read(request.params['*']);
		if (file === 'expired') return sendXmlError(reply, storageError('linkExpired'));
		if (file === 'missing') return sendXmlError(reply, storageError('noSuchKey'));
		const { content, mediaType } = file;
		reply.type((!quirks.octetStreams && mediaType) || 'application/octet-stream');
		if (Buffer.isBuffer(content)) return reply.send(content);
		reply.header('content-length', content.size);
		// fastify would read the whole stream to answer HEAD.
		return reply.send(request.method === 'HEAD' ? Readable.from([]) : content.open());
	});
}

const SHA256 = /^[0-9a-f]{64}$/;

/** The storage vendor's simple upload of one object (spec: upload the file). */
export function putRoute(app: FastifyInstance): void {
	app.put('/*', openRoute('put'), async (request, reply) => {
		const { clock, credentials } = serviceOf(request);
		const signed = signedRequest(request);
		const error = await verifyPut(signed, credentials, clock.now());
		return error ? sendXmlError(reply, error) : store(signed, request, reply);
	});

	async function store(
		{ objectKey, headers }: SignedRequest,
		request: FastifyRequest,
		reply: FastifyReply,
	): Promise<FastifyReply> {
		const { note } = exchangeOf(request);
		let bytes = 0;
		const stored = await serviceOf(request).objects.put(objectKey, request.raw, {
			length: Number(headers['content-length']),
			contentType: headers['content-type'],
			md5: headers['content-md5'],
			sha256: SHA256.exec(headers['x-amz-content-sha256'] ?? '')?.[0],
			isCutOff: () => request.raw.socket.destroyed,
			onBytes: (count) => note({ bytes: (bytes += count) }),
		});
		if ('error' in stored) return sendXmlError(reply, stored.error);
		return reply.header('etag', `"${stored.sha256.slice(0, 32).toUpperCase()}"`).send();
	}
}

function signedRequest(request: FastifyRequest): SignedRequest {
	const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
	return {
		path: pathOf(request.url),
		...locationOf(request),
		headers: Object.fromEntries(headers),
	};
}
