import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Service } from './service.mts';

/** All emulators of a process have the same routes. What differs comes with the request. */
const services = new WeakMap<IncomingMessage, Service>();

export function giveService(request: IncomingMessage, service: Service): void {
	services.set(request, service);
}

/** The state of the emulator that got a request. */
export function serviceOf({
	raw,
	method,
	url,
}: Pick<FastifyRequest, 'raw' | 'method' | 'url'>): Service {
	const service = services.get(raw);
	if (!service) throw new Error(`No emulator got ${method} ${url}`);
	return service;
}
