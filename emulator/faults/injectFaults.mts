import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exchangeOf } from '../http/exchange.mts';
import { operationOf, subjectOf, type TaskLookup } from '../http/subject.mts';
import { strikeAfter } from './applyAfter.mts';
import { strikeBefore, type Surroundings } from './applyBefore.mts';
import type { FaultEffect } from './fault.mts';
import type { FaultBook } from './faultQueue.mts';

type Injection = Surroundings & { readonly faults: FaultBook; readonly tasks: TaskLookup };

/** Lets faults strike: some before a request is processed, some after. */
export function injectFaults(app: FastifyInstance, service: Injection): void {
	const effects = new WeakMap<FastifyRequest, FaultEffect>();
	app.addHook('preHandler', async (request, reply) => {
		const operation = operationOf(request);
		const effect = operation && service.faults.take(operation, subjectOf(request, service.tasks));
		if (!effect) return undefined;
		effects.set(request, effect);
		exchangeOf(request).note({ fault: effect.type });
		return strikeBefore(effect, request, reply, service);
	});
	app.addHook('onSend', async (request, reply, payload) => {
		const effect = effects.get(request);
		return effect ? strikeAfter(effect, request, reply, payload, service.clock) : payload;
	});
}
