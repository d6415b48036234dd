import { pipeline, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EmulatorClock } from '../clock.mts';
import type { FaultEffect } from '../faults.mts';
import { refusalOf, type Refusal } from '../refusals.mts';
import type { Service } from '../service.mts';
import { exchangeOf } from './exchange.mts';
import { firstHalf, paddedJson } from './oddBodies.mts';
import { refuse } from './refuse.mts';
import { operationOf, subjectOf } from './subject.mts';

const HTML = '<!DOCTYPE html><html><title>Gateway</title><body><h1>Bad gateway</h1></body></html>';

/** Lets faults strike: some before a request is processed, some after. */
export function injectFaults(app: FastifyInstance, service: Service): void {
	app.addHook('preHandler', async (request, reply) => {
		const operation = operationOf(request);
		const effect = operation && service.faults.take(operation, subjectOf(request, service));
		if (!effect) return undefined;
		const exchange = exchangeOf(request);
		exchange.effect = effect;
		exchange.note({ fault: effect.type });
		return strikeBefore(effect, request, reply, service);
	});
	app.addHook('onSend', async (request, reply, payload) => {
		const { effect } = exchangeOf(request);
		return effect ? strikeAfter(effect, request, reply, payload) : payload;
	});
}

async function strikeBefore(
	effect: FaultEffect,
	request: FastifyRequest,
	reply: FastifyReply,
	{ clock, kind }: Service,
): Promise<FastifyReply | undefined> {
	const { closed } = exchangeOf(request);
	switch (effect.type) {
		case 'answer':
			return reply
				.code(effect.status)
				.headers(effect.headers ?? {})
				.send(effect.body);
		case 'refuse':
			return refuse(reply, refusalFrom(effect), kind.numericCodes);
		case 'html':
			return reply.code(effect.status).type('text/html; charset=utf-8').send(HTML);
		case 'redirect':
			return reply.redirect(effect.to, effect.status ?? 302);
		case 'bytes':
			return flood(request, reply, effect.count);
		case 'cut':
			return cutLater(request, clock, clock.now() + effect.ms);
		case 'delay':
			await clock.wait(clock.now() + effect.ms, closed);
			return undefined;
		case 'hang':
			await clock.wait(Infinity, closed);
			return reply.hijack();
		case 'reset':
			return effect.when === 'before' ? reset(request, reply) : undefined;
		default:
			return undefined;
	}
}

function strikeAfter(
	effect: FaultEffect,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): unknown {
	switch (effect.type) {
		case 'reset':
			request.raw.socket.resetAndDestroy();
			return payload;
		case 'truncate':
			return truncated(reply, payload);
		case 'processThenAnswer':
			if (payload instanceof Readable) payload.destroy();
			reply.removeHeader('content-length');
			reply.code(effect.status).type('application/json; charset=utf-8');
			return typeof effect.body === 'object' ? JSON.stringify(effect.body) : (effect.body ?? '');
		default:
			return payload;
	}
}

function refusalFrom({ code, status, message }: FaultEffect & { type: 'refuse' }): Refusal {
	const { httpStatus, ...known } = refusalOf(code);
	return { httpStatus: status ?? httpStatus, code, message: message ?? known.message };
}

/** Breaks the connection at `time`, unless the request is answered by then. */
function cutLater(request: FastifyRequest, clock: EmulatorClock, time: number): undefined {
	const callOff = clock.at(time, () => request.raw.socket.resetAndDestroy());
	exchangeOf(request).closed.addEventListener('abort', callOff);
}

function reset(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	reply.hijack();
	request.raw.socket.resetAndDestroy();
	return reply;
}

/** Sends JSON until it is all sent or nobody reads it any more; fastify would take the latter ill. */
function flood(request: FastifyRequest, reply: FastifyReply, count: number): FastifyReply {
	exchangeOf(request).note({ status: 200 });
	reply.hijack();
	reply.raw.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
	pipeline(Readable.from(paddedJson(count)), reply.raw, () => {});
	return reply;
}

/** Announces the whole body, sends half of it and breaks off. */
function truncated(reply: FastifyReply, payload: unknown): Readable {
	if (payload instanceof Readable) {
		const length = Number(reply.getHeader('content-length'));
		return Readable.from(firstHalf(payload, length));
	}
	const body = Buffer.from((payload as string | Buffer | undefined) ?? '');
	reply.header('content-length', body.length);
	return Readable.from(firstHalf([body], body.length));
}
