import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openRoute } from '../http/access.mts';
import { exchangeOf } from '../http/exchange.mts';
import { sendXmlError } from '../http/sendXmlError.mts';
import type { Service } from '../service/service.mts';
import { pathOf, locationOf } from '../storage/objectLocation.mts';
import type { SignedRequest } from '../storage/signatureScheme.mts';
import { verifyPut } from '../storage/verifyPut.mts';

const SHA256 = /^[0-9a-f]{64}$/;

/** The storage vendor's simple upload of one object (spec: upload the file). */
export function putRoute(app: FastifyInstance, service: Service): void {
	const { clock, credentials, objects } = service;
	app.put('/*', openRoute('put'), async (request, reply) => {
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
		const stored = await objects.put(objectKey, request.raw, {
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
