import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { findApp } from '../apps/catalogue.mts';
import { keyRoute } from '../http/access.mts';
import { INVALID_PARAMETER, TOO_MANY_TASKS } from '../errors/serviceErrors.mts';
import { exchangeOf } from '../http/exchange.mts';
import { sendError } from '../http/sendError.mts';
import type { Service } from '../service/service.mts';
import { taskEnd } from '../tasks/taskStore.mts';
import { isWebUrl } from '../apps/inputValues.mts';
import { envelope } from '../wire/envelope.mts';
import { readCreateRequest } from '../wire/createRequest.mts';
import { outputRecords } from '../wire/outputs.mts';
import { flatRecord } from '../wire/task.mts';

type TaskHeaders = Readonly<Record<string, string>>;

/** Create in its three modes, selected by headers (spec: create task). */
export function createRoute(app: FastifyInstance, service: Service): void {
	const { callbacks, clock, limits, quirks, plans, taskHeaderPrefix: prefix, tasks } = service;
	const route = keyRoute('create', service);
	app.post('/v1/webapp/task/openapi/create', route, async (request, reply) => {
		const order = readCreateRequest(request.body, quirks);
		if ('error' in order) return sendError(reply, order.error, quirks.stringCodes);
		const headers = taskHeaders(request.headers, prefix);
		const receiver = headers[`${prefix}webhook-url`];
		if (receiver !== undefined && !isWebUrl(receiver))
			return sendError(reply, INVALID_PARAMETER, quirks.stringCodes);
		const { parallelTasks = Infinity } = limits.current();
		if (tasks.underWay() >= parallelTasks)
			return sendError(reply, TOO_MANY_TASKS, quirks.stringCodes);
		const plan = { ...plans.take(order.appId), ...findApp(order.appId, quirks)?.plan };
		const task = tasks.create({ ...order, headers, plan });
		const { note, closed } = exchangeOf(request);
		note({ requestId: task.requestId });
		const recordAt = (now: number) =>
			flatRecord(task, now, outputRecords(task, now, service), quirks);
		if (receiver) callbacks.schedule(task, receiver, recordAt);
		const isOpen = !receiver && headers[`${prefix}async`] !== 'enable';
		const { openFor } = task.plan;
		if (isOpen && openFor) await clock.wait(task.createdAt + openFor.ms, closed);
		else if (isOpen) await taskEnd(task, clock, closed);
		if (isOpen && openFor?.answer !== 'id')
			return quirks.flatResults ? recordAt(clock.now()) : envelope(recordAt(clock.now()));
		return reply.code(202).send({ request_id: task.requestId });
	});
}

function taskHeaders(headers: IncomingHttpHeaders, prefix: string): TaskHeaders {
	const own = Object.entries(headers).filter(([name]) => name.startsWith(prefix));
	return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}
