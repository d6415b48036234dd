import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import type { Forgery } from '../callbacks/forgery.mts';
import type { Fault } from '../faults/fault.mts';
import { createServer, isRecord } from '../http/server.mts';
import { resetService, type Service } from '../service/service.mts';
import type { PlanScope, TaskPlan } from '../tasks/taskPlan.mts';

type PlanRoute = { Body: { plan: Partial<TaskPlan>; scope?: PlanScope } };
type FaultRoute = { Body: { fault: Fault } };
type SettingRoute = { Body: Readonly<Record<string, object>> };
type CallbackRoute = { Body: { callback: Forgery } };
type AdvanceRoute = { Body: { ms: number } };

const DONE = { ok: true };

/** Controls the emulator from other processes, with the abilities of `Emulator`. */
export function createControlHost(service: Service): FastifyInstance {
	const { callbacks, clock, faults, plans } = service;
	const app = createServer();
	app.post<PlanRoute>('/control/plan', bodyWith('plan'), async ({ body }) => {
		plans.add(body.plan, body.scope);
		return DONE;
	});
	app.post<FaultRoute>('/control/faults', bodyWith('fault'), async ({ body }) => {
		faults.add(withEndlessTimes(body.fault));
		return DONE;
	});
	app.delete('/control/faults', async () => {
		faults.clear();
		return DONE;
	});
	app.post<CallbackRoute>('/control/callback', bodyWith('callback'), async ({ body }, reply) => {
		const delivery = await callbacks.forge(body.callback);
		return delivery ?? reply.code(404).send({ message: 'There is no URL to send it to.' });
	});
	app.post<AdvanceRoute>('/control/advance', bodyWith('ms'), async ({ body }) => {
		await clock.advance(body.ms);
		return { now: clock.now() };
	});
	app.post('/control/reset', async () => {
		resetService(service);
		return DONE;
	});
	settings(app, service);
	views(app, service);
	return app;
}

/** What can be changed while it runs. */
function settings(app: FastifyInstance, service: Service): void {
	const { limits, modelSettings, storageSettings } = service;
	const all = { storage: storageSettings, models: modelSettings, limits };
	for (const [name, each] of Object.entries(all)) {
		const member = name === 'limits' ? name : 'setup';
		app.post<SettingRoute>(`/control/${name}`, bodyWith(member), async ({ body }) => {
			each.change(body[member] ?? {});
			return DONE;
		});
	}
}

/** What the emulator has recorded. */
function views(app: FastifyInstance, service: Service): void {
	const { callbacks, credentials, modelTasks, requests, tasks } = service;
	app.get('/control/credentials', async () => credentials.all());
	app.get('/control/requests', async () => requests.all());
	app.get('/control/tasks', async () => tasks.records());
	app.get('/control/model-tasks', async () => modelTasks.records());
	app.get('/control/deliveries', async () => callbacks.deliveries());
	app.get('/control/state', async () => stateOf(service));
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
