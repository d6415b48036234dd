import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { exchangeOf } from '../http/exchange.mts';
import type { EmulatorClock } from '../time/clock.mts';
import { distort } from './distort.mts';
import type { FaultEffect } from './fault.mts';
import { dripping, firstHalf } from './faultyBodies.mts';

/** Applies a fault to the response of a processed request. */
export function applyAfter(
	effect: FaultEffect,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
	clock: EmulatorClock,
): unknown {
	switch (effect.type) {
		case 'reset':
			request.raw.socket.resetAndDestroy();
			return payload;
		case 'hang':
			return clock.wait(Infinity, exchangeOf(request).closed).then(() => payload);
		case 'truncate':
			return truncate(reply, payload, effect);
		case 'drip':
			return drip(request, reply, payload, clock, effect.everyMs);
		case 'distort':
			return distortJson(reply, payload, effect.to);
		case 'processThenAnswer':
			if (payload instanceof Readable) payload.destroy();
			reply.removeHeader('content-length');
			reply.code(effect.status).type('application/json; charset=utf-8');
			return typeof effect.body === 'object' ? JSON.stringify(effect.body) : (effect.body ?? '');
		default:
			return payload;
	}
}

type Body = { readonly chunks: AsyncIterable<Buffer> | Iterable<Buffer>; readonly length: number };

/** The response body, whether the route sent a stream, a buffer or a string. */
function bodyOf(reply: FastifyReply, payload: unknown): Body {
	if (payload instanceof Readable)
		return { chunks: payload, length: Number(reply.getHeader('content-length')) };
	const body = Buffer.from((payload as string | Buffer | undefined) ?? '');
	return { chunks: [body], length: body.length };
}

/** Sends half of the body, with the Content-Length of the whole or of the half. */
async function truncate(
	reply: FastifyReply,
	payload: unknown,
	{ claimsWhole = false, gzipped = false }: FaultEffect & { type: 'truncate' },
): Promise<Readable> {
	const body = bodyOf(reply, payload);
	const { chunks, length } = gzipped ? await gzip(body) : body;
	if (gzipped) reply.header('content-encoding', 'gzip');
	reply.header('content-length', claimsWhole ? Math.floor(length / 2) : length);
	return Readable.from(firstHalf(chunks, length, !claimsWhole));
}

async function gzip({ chunks }: Body): Promise<Body> {
	const bytes = gzipSync(await buffer(Readable.from(chunks)));
	return { chunks: [bytes], length: bytes.length };
}

function drip(
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
	clock: EmulatorClock,
	everyMs: number,
): Readable {
	const { chunks, length } = bodyOf(reply, payload);
	const { closed } = exchangeOf(request);
	reply.header('content-length', length);
	const pause = () => clock.wait(clock.now() + everyMs, closed);
	return Readable.from(dripping(chunks, pause, closed));
}

/** Files and empty bodies stay as they are. */
function distortJson(reply: FastifyReply, payload: unknown, to: 'nulls' | 'otherTypes'): unknown {
	if (typeof payload !== 'string' || payload === '') return payload;
	reply.removeHeader('content-length');
	return JSON.stringify(distort(JSON.parse(payload), to));
}
