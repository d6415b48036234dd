import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openRoute } from '../http/access.mts';
import { exchangeOf } from '../http/exchange.mts';
import { refuseInXml } from '../http/sendXmlError.mts';
import type { Service } from '../service/service.mts';
import { pathOf, placeOf } from '../storage/objectLocation.mts';
import type { SignedRequest } from '../storage/signatureScheme.mts';
import { verifyPut } from '../storage/verifyPut.mts';

const SHA256 = /^[0-9a-f]{64}$/;

/** Simple upload of one object (spec: upload the file), as the storage vendor has it. */
export function putRoute(app: FastifyInstance, service: Service): void {
	const { clock, credentials, objects } = service;
	app.put('/*', openRoute('put'), async (request, reply) => {
		const signed = signedRequest(request);
		const refusal = await verifyPut(signed, credentials, clock.now());
		return refusal ? refuseInXml(reply, refusal) : store(signed, request, reply);
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
		if ('refusal' in stored) return refuseInXml(reply, stored.refusal);
		return reply.header('etag', `"${stored.sha256.slice(0, 32).toUpperCase()}"`).send();
	}
}

function signedRequest(request: FastifyRequest): SignedRequest {
	const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
	return {
		path: pathOf(request.url),
		...placeOf(request),
		headers: Object.fromEntries(headers),
	};
}
