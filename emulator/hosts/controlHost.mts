import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import type { Forgery } from '../callbacks/forgery.mts';
import type { Fault } from '../faults/fault.mts';
import { createApp, isRecord } from '../http/server.mts';
import type { Service } from '../service/service.mts';
import { serviceOf } from '../service/serviceOf.mts';
import type { PlanScope, TaskPlan } from '../tasks/taskPlan.mts';

type PlanRoute = { Body: { plan: Partial<TaskPlan>; scope?: PlanScope } };
type FaultRoute = { Body: { fault: Fault } };
type SetupRoute = { Body: { setup: object } };
type LimitsRoute = { Body: { limits: object } };
type CallbackRoute = { Body: { callback: Forgery } };
type AdvanceRoute = { Body: { ms: number } };

const DONE = { ok: true };

/** Controls the emulator from other processes, with the abilities of `Emulator`. */
export function createControlHost(): FastifyInstance {
	const app = createApp();
	app.post<PlanRoute>('/control/plan', bodyWith('plan'), async (request) => {
		const { plan, scope } = request.body;
		serviceOf(request).plans.add(plan, scope);
		return DONE;
	});
	app.post<FaultRoute>('/control/faults', bodyWith('fault'), async (request) => {
		serviceOf(request).faults.add(withEndlessTimes(request.body.fault));
		return DONE;
	});
	app.delete('/control/faults', async (request) => {
		serviceOf(request).faults.clear();
		return DONE;
	});
	app.post<CallbackRoute>('/control/callback', bodyWith('callback'), async (request, reply) => {
		const delivery = await serviceOf(request).callbacks.forge(request.body.callback);
		return delivery ?? reply.code(404).send({ message: 'There is no URL to send it to.' });
	});
	app.post<AdvanceRoute>('/control/advance', bodyWith('ms'), async (request) => {
		const { clock } = serviceOf(request);
		await clock.advance(request.body.ms);
		return { now: clock.now() };
	});
	app.post('/control/reset', async (request) => {
		serviceOf(request).reset();
		return DONE;
	});
	settings(app);
	views(app);
	return app;
}

/** What can be changed while it runs. */
function settings(app: FastifyInstance): void {
	app.post<SetupRoute>('/control/storage', bodyWith('setup'), async (request) => {
		serviceOf(request).storageSettings.change(request.body.setup);
		return DONE;
	});
	app.post<SetupRoute>('/control/models', bodyWith('setup'), async (request) => {
		serviceOf(request).modelSettings.change(request.body.setup);
		return DONE;
	});
	app.post<LimitsRoute>('/control/limits', bodyWith('limits'), async (request) => {
		serviceOf(request).limits.change(request.body.limits);
		return DONE;
	});
}

/** What the emulator has recorded. */
function views(app: FastifyInstance): void {
	const views: Readonly<Record<string, (service: Service) => object>> = {
		credentials: ({ credentials }) => credentials.all(),
		requests: ({ requests }) => requests.all(),
		tasks: ({ tasks }) => tasks.records(),
		'model-tasks': ({ modelTasks }) => modelTasks.records(),
		deliveries: ({ callbacks }) => callbacks.deliveries(),
		state: stateOf,
	};
	for (const [name, view] of Object.entries(views))
		app.get(`/control/${name}`, async (request) => view(serviceOf(request)));
}

/** Requires this member of the body. Not by a schema: fastify compiles one at each start. */
function bodyWith(member: string): RouteShorthandOptions {
	return {
		preHandler: async ({ body }, reply) => {
			if (isRecord(body) && Object.hasOwn(body, member)) return undefined;
			return reply.code(400).send({ message: `The body needs the member "${member}".` });
		},
	};
}

/** JSON has no Infinity, so -1 is used for it. */
function withEndlessTimes(fault: Fault): Fault {
	return fault.times === -1 ? { ...fault, times: Infinity } : fault;
}

function stateOf({ addresses, callbacks, clock, quirks, requests, tasks }: Service): object {
	return {
		now: clock.now(),
		held: clock.held,
		addresses,
		quirks,
		tasks: tasks.records().length,
		requests: requests.all().length,
		deliveries: callbacks.deliveries().length,
	};
}
