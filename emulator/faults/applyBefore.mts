import { pipeline, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceError, type ServiceError } from '../errors/errorCodes.mts';
import { exchangeOf } from '../http/exchange.mts';
import { sendError } from '../http/sendError.mts';
import type { EmulatorClock } from '../time/clock.mts';
import type { FaultEffect } from './fault.mts';
import { paddedJson } from './faultyBodies.mts';

export type FaultContext = {
	readonly clock: EmulatorClock;
	readonly quirks: { readonly stringCodes: boolean };
};

const HTML = '<!DOCTYPE html><html><title>Gateway</title><body><h1>Bad gateway</h1></body></html>';

/**
 * The part of a fault that comes before processing; undefined: continue and process the request.
 */
export async function applyBefore(
	effect: FaultEffect,
	request: FastifyRequest,
	reply: FastifyReply,
	{ clock, quirks }: FaultContext,
): Promise<FastifyReply | undefined> {
	switch (effect.type) {
		case 'answer':
			return reply
				.code(effect.status)
				.headers(effect.headers ?? {})
				.send(effect.body);
		case 'refuse':
			return sendError(reply, errorFrom(effect), quirks.stringCodes);
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
