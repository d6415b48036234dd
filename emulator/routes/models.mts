import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RECORD_NOT_FOUND, TASK_NOT_FOUND } from '../errors/serviceErrors.mts';
import { keyRoute } from '../http/access.mts';
import { exchangeOf } from '../http/exchange.mts';
import { sendError } from '../http/sendError.mts';
import { findModel } from '../models/catalogue.mts';
import type { ModelTask } from '../models/modelTaskStore.mts';
import type { Service } from '../service/service.mts';
import { envelope } from '../wire/envelope.mts';
import { modelRecord } from '../wire/model.mts';
import { readModelValues } from '../wire/modelRequest.mts';

type CreateRoute = { Params: { '*': string }; Body: unknown };
type StatusRoute = { Params: { requestId: string } };

const TASKS = '/v1/modelzoo/tasks';

/** Calls of models (spec: further endpoints); they never wait for the task to finish. */
export function modelRoutes(app: FastifyInstance, service: Service): void {
	const { quirks, modelTasks, plans } = service;
	app.post<CreateRoute>(`${TASKS}/openapi/*`, keyRoute('model', service), create);

	async function create(
		request: FastifyRequest<CreateRoute>,
		reply: FastifyReply,
	): Promise<FastifyReply> {
		const model = findModel(request.params['*']);
		if (!model) return sendError(reply, RECORD_NOT_FOUND, quirks.stringCodes);
		const read = readModelValues(model, request.body);
		if ('error' in read) return sendError(reply, read.error, quirks.stringCodes);
		const { requestId } = modelTasks.create({ model, ...read, plan: plans.take() });
		exchangeOf(request).note({ requestId });
		const created = { request_id: requestId };
		return quirks.bareModelIds ? reply.code(202).send(created) : reply.send(envelope(created));
	}
}

/** Status of a model's task at its two URLs (spec: further endpoints). */
export function modelStatusRoutes(app: FastifyInstance, service: Service): void {
	const { clock, quirks, modelSettings, modelTasks } = service;
	const route = keyRoute('modelStatus', service);
	app.get<StatusRoute>(`${TASKS}/openapi/:requestId`, route, statusAt('openapi'));
	app.get<StatusRoute>(`${TASKS}/:requestId`, route, statusAt('plain'));

	function statusAt(address: 'openapi' | 'plain') {
		return async (
			{ params }: FastifyRequest<StatusRoute>,
			reply: FastifyReply,
		): Promise<unknown> => {
			const { statusAt: inUse } = modelSettings.current();
			if (inUse !== 'both' && inUse !== address) return reply.callNotFound();
			const task = modelTasks.find(params.requestId);
			if (!task || isHidden(task)) return sendError(reply, TASK_NOT_FOUND, quirks.stringCodes);
			return envelope(modelRecord(task, service));
		};
	}

	/** As with apps, a new task is not found for a moment. */
	function isHidden({ createdAt, plan }: ModelTask): boolean {
		return quirks.lateRecords && clock.now() < createdAt + plan.notFoundMs;
	}
}
