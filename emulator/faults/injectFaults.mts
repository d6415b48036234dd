import type { FastifyInstance } from 'fastify';
import type { Service } from '../service/service.mts';
import { exchangeOf } from '../http/exchange.mts';
import { strikeAfter } from './applyAfter.mts';
import { strikeBefore } from './applyBefore.mts';
import { operationOf, subjectOf } from '../http/subject.mts';

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
		return effect ? strikeAfter(effect, request, reply, payload, service.clock) : payload;
	});
}
