import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { INVALID_PARAMETER, TASK_NOT_FOUND } from '../errors/serviceErrors.mts';
import { keyRoute } from '../http/access.mts';
import { sendError } from '../http/sendError.mts';
import type { Service } from '../service/service.mts';
import type { StopKind } from '../tasks/taskStateMachine.mts';
import type { Task } from '../tasks/taskStore.mts';
import { envelope } from '../wire/envelope.mts';
import { outputRecords } from '../wire/outputs.mts';
import { outputsRecord, statusRecord } from '../wire/task.mts';

type TaskRoute = { Params: { requestId: string } };
type TaskRequest = FastifyRequest<TaskRoute>;

const TASK = '/v1/webapp/task/openapi/:requestId';

/** Status and outputs of a task (spec: query task status, query task outputs). */
export function taskRoutes(app: FastifyInstance, service: Service): void {
	const { clock, quirks, tasks } = service;
	app.get<TaskRoute>(TASK, keyRoute('status', service), status);
	app.get<TaskRoute>(`${TASK}/outputs`, keyRoute('outputs', service), outputs);

	async function status({ params }: TaskRequest, reply: FastifyReply): Promise<unknown> {
		const task = tasks.find(params.requestId);
		if (!task || isHidden(task)) return sendError(reply, TASK_NOT_FOUND, quirks.stringCodes);
		return envelope(statusRecord(task, clock.now(), quirks));
	}

	async function outputs({ params }: TaskRequest, reply: FastifyReply): Promise<unknown> {
		const task = tasks.find(params.requestId);
		if (!task) return sendError(reply, TASK_NOT_FOUND, quirks.stringCodes);
		const now = clock.now();
		return envelope(outputsRecord(task, now, outputRecords(task, now, service), quirks));
	}

	/** The live service does not find a new task for a moment. */
	function isHidden({ createdAt, plan }: Task): boolean {
		return quirks.lateRecords && clock.now() < createdAt + plan.notFoundMs;
	}
}

/** Cancel and interrupt (spec: cancel task, interrupt task). */
export function stopRoutes(app: FastifyInstance, service: Service): void {
	const { quirks, tasks } = service;
	app.put<TaskRoute>(`${TASK}/cancel`, keyRoute('cancel', service), stopBy('cancel'));
	app.put<TaskRoute>(`${TASK}/interrupt`, keyRoute('interrupt', service), stopBy('interrupt'));

	function stopBy(by: StopKind) {
		return async ({ params, body }: TaskRequest, reply: FastifyReply): Promise<unknown> => {
			if (body !== undefined) return sendError(reply, INVALID_PARAMETER, quirks.stringCodes);
			const task = tasks.find(params.requestId);
			const error = task ? tasks.stop(task, by) : TASK_NOT_FOUND;
			return error ? sendError(reply, error, quirks.stringCodes) : envelope({});
		};
	}
}
