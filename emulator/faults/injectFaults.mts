import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exchangeOf } from '../http/exchange.mts';
import { operationOf, subjectOf, type TaskLookup } from '../http/subject.mts';
import { applyAfter } from './applyAfter.mts';
import { applyBefore, type FaultContext } from './applyBefore.mts';
import type { FaultEffect } from './fault.mts';
import type { FaultQueue } from './faultQueue.mts';

type Injection = FaultContext & { readonly faults: FaultQueue; readonly tasks: TaskLookup };

/** Applies queued faults to requests, before or after they are processed. */
export function injectFaults(app: FastifyInstance, parts: Injection): void {
	const effects = new WeakMap<FastifyRequest, FaultEffect>();
	app.addHook('preHandler', async (request, reply) => {
		const operation = operationOf(request);
		const effect = operation && parts.faults.take(operation, subjectOf(request, parts.tasks));
		if (!effect) return undefined;
		effects.set(request, effect);
		exchangeOf(request).note({ fault: effect.type });
		return applyBefore(effect, request, reply, parts);
	});
	app.addHook('onSend', async (request, reply, payload) => {
		const effect = effects.get(request);
		return effect ? applyAfter(effect, request, reply, payload, parts.clock) : payload;
	});
}
