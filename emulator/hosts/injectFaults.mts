import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serviceError, type ServiceError } from '../errors/errorCodes.mts';
import { sendError } from './answers.mts';
import { exchangeOf, operationOf, subjectOf } from './exchanges.mts';
import { serviceOf } from '../service/serviceOf.mts';
import type { EmulatorClock } from '../time/clock.mts';
import type { FaultEffect } from '../faults/fault.mts';
import { distort, dripping, firstHalf, paddedJson } from '../faults/faultyBodies.mts';

/** Applies queued faults to requests, before or after they are processed. */
export function injectFaults(app: FastifyInstance): void {
	const effects = new WeakMap<FastifyRequest, FaultEffect>();
	app.addHook('preHandler', async (request, reply) => {
		const operation = operationOf(request);
		const effect = operation && serviceOf(request).faults.take(operation, subjectOf(request));
		if (!effect) return undefined;
		effects.set(request, effect);
		exchangeOf(request).note({ fault: effect.type });
		return applyBefore(effect, request, reply);
	});
	app.addHook('onSend', async (request, reply, payload) => {
		const effect = effects.get(request);
		return effect ? applyAfter(effect, request, reply, payload) : payload;
	});
}

const HTML = '<!DOCTYPE html><html><title>Gateway</title><body><h1>Bad gateway</h1></body></html>';

/**
 * The part of a fault that comes before processing; undefined: continue and process the request.
 */
async function applyBefore(
	effect: FaultEffect,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply | undefined> {
	const { clock } = serviceOf(request);
	switch (effect.type) {
		case 'answer':
			return reply
				.code(effect.status)
				.headers(effect.headers ?? {})
				.send(effect.body);
		case 'refuse':
			return sendError(reply, errorFrom(effect));
		case 'html':
			return sendHtml(reply, effect.status, HTML);
		case 'echo':
			return sendHtml(reply, effect.status, headersPage(request));
		case 'redirect':
			return reply.redirect(effect.to, effect.status ?? 302);
		case 'bytes':
			return sendBytes(request, reply, effect);
		case 'cut':
			return cutLater(request, clock, clock.now() + effect.ms);
		case 'delay':
			await clock.wait(clock.now() + effect.ms, exchangeOf(request).closed);
			return undefined;
		case 'hang':
			return effect.when === 'after' ? undefined : hang(request, reply, clock);
		case 'reset':
			return effect.when === 'before' ? reset(request, reply) : undefined;
		default:
			return undefined;
	}
}

function errorFrom({ code, status, message }: FaultEffect & { type: 'refuse' }): ServiceError {
	const { httpStatus, ...known } = serviceError(code);
	return { httpStatus: status ?? httpStatus, code, message: message ?? known.message };
}

function sendHtml(reply: FastifyReply, status: number, html: string): FastifyReply {
	return reply.code(status).type('text/html; charset=utf-8').send(html);
}

/** A page that quotes the request's headers; the secret first, since clients quote beginnings. */
function headersPage({ headers }: FastifyRequest): string {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
	const inOrder = lines.sort((a, b) => Number(isAuthorization(b)) - Number(isAuthorization(a)));
	return `<html><body><pre>${inOrder.join('\n')}</pre></body></html>`;
}

function isAuthorization(line: string): boolean {
	return line.startsWith('authorization');
}

async function hang(
	request: FastifyRequest,
	reply: FastifyReply,
	clock: EmulatorClock,
): Promise<FastifyReply> {
	await clock.wait(Infinity, exchangeOf(request).closed);
	return reply.hijack();
}

/** Resets the connection at `time` unless the response has been sent by then. */
function cutLater(request: FastifyRequest, clock: EmulatorClock, time: number): undefined {
	const cancel = clock.at(time, () => request.raw.socket.resetAndDestroy());
	exchangeOf(request).closed.addEventListener('abort', cancel);
}

function reset(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	reply.hijack();
	request.raw.socket.resetAndDestroy();
	return reply;
}

/** Streams JSON past fastify, to which a client that stops reading would be an error. */
function sendBytes(
	request: FastifyRequest,
	reply: FastifyReply,
	{ count, contentType = 'application/json; charset=utf-8' }: FaultEffect & { type: 'bytes' },
): FastifyReply {
	exchangeOf(request).note({ status: 200 });
	reply.hijack();
	reply.raw.writeHead(200, { 'content-type': contentType });
	pipeline(Readable.from(paddedJson(count)), reply.raw, () => {});
	return reply;
}

/** Applies a fault to the response of a processed request. */
function applyAfter(
	effect: FaultEffect,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): unknown {
	const { clock } = serviceOf(request);
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
