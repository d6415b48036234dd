import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutputFile } from '../apps/app.mts';
import {
	INVALID_PARAMETER,
	RECORD_NOT_FOUND,
	type ServiceError,
	TASK_NOT_FOUND,
	WRONG_TYPE,
} from '../errors/errorCodes.mts';
import { envelope, keyRoute, sendError } from './answers.mts';
import { exchangeOf } from './exchanges.mts';
import { isRecord } from '../http/server.mts';
import { filesOf, modelStatus, type ModelTask, outputsOf } from '../models/modelTasks.mts';
import {
	findModel,
	type ModelParameter,
	type ModelValues,
	type SampleModel,
} from '../models/models.mts';
import type { Service } from '../service/service.mts';
import { serviceOf } from '../service/serviceOf.mts';
import { outputName } from '../storage/objects.mts';
import { isDelayed } from '../tasks/taskPlan.mts';
import { stateAt, type TaskState } from '../tasks/taskStateMachine.mts';
import { serviceTime } from '../time/serviceTime.mts';
import { isHidden } from './tasks.mts';

type CreateRoute = { Params: { '*': string }; Body: unknown };
type StatusRoute = { Params: { requestId: string } };

const TASKS = '/v1/modelzoo/tasks';

/** Creates of models, which never wait, and status at two URLs (spec: further endpoints). */
export function modelRoutes(app: FastifyInstance): void {
	const status = keyRoute('modelStatus');
	app.get<StatusRoute>(`${TASKS}/openapi/:requestId`, status, statusAt('openapi'));
	app.get<StatusRoute>(`${TASKS}/:requestId`, status, statusAt('plain'));
	app.post<CreateRoute>(`${TASKS}/openapi/*`, keyRoute('model'), create);

	async function create(
		request: FastifyRequest<CreateRoute>,
		reply: FastifyReply,
	): Promise<FastifyReply> {
		const { modelTasks, plans } = serviceOf(request);
		const model = findModel(request.params['*']);
		if (!model) return sendError(reply, RECORD_NOT_FOUND);
		const read = readModelValues(model, request.body);
		if ('error' in read) return sendError(reply, read.error);
		const { requestId } = modelTasks.create({ model, ...read, plan: plans.take() });
		exchangeOf(request).note({ requestId });
		return reply.send(envelope({ request_id: requestId }));
	}

	function statusAt(address: 'openapi' | 'plain') {
		return async (request: FastifyRequest<StatusRoute>, reply: FastifyReply): Promise<unknown> => {
			const service = serviceOf(request);
			const { statusAt: inUse } = service.modelSettings.current();
			if (inUse !== 'both' && inUse !== address) return reply.callNotFound();
			const task = service.modelTasks.find(request.params.requestId);
			if (!task || isHidden(task, service)) return sendError(reply, TASK_NOT_FOUND);
			return envelope(modelRecord(task, service));
		};
	}
}

/** Validates the body of a call: its parameters by name. Unknown ones are ignored. */
function readModelValues(
	{ parameters }: SampleModel,
	body: unknown,
): { readonly values: ModelValues } | { readonly error: ServiceError } {
	if (!isRecord(body)) return { error: INVALID_PARAMETER };
	const sent = parameters.filter(({ name }) => body[name] !== undefined);
	const isFit = sent.every(({ name, type }) => typeof body[name] === TYPES[type]);
	if (!isFit) return { error: WRONG_TYPE };
	const isComplete = parameters.every(({ name, value }) => (body[name] ?? value) !== undefined);
	return isComplete ? { values: body } : { error: INVALID_PARAMETER };
}

/** Unlike app inputs, numeric strings are not accepted as numbers. */
const TYPES: Readonly<Record<ModelParameter['type'], string>> = {
	text: 'string',
	number: 'number',
	boolean: 'boolean',
};

/** The `data` of a status answer for a model's task (spec: further endpoints). */
function modelRecord(task: ModelTask, { addresses, clock }: Service): object {
	const now = clock.now();
	const state = stateAt(task, now);
	const status = modelStatus(task, now);
	const { unknownStatus, errorMessage = 'Task execution failed.' } = task.plan;
	return {
		request_id: task.requestId,
		status: status === 'Running' ? (unknownStatus ?? status) : status,
		created_at: serviceTime(task.createdAt),
		executed_at: serviceTime(state.executedAt),
		ended_at: serviceTime(state.endedAt),
		outputs: hasOutputs(task, state, now) ? outputsRecord(task, addresses.storage) : {},
		cost_times: costTimes(task, state),
		...(status === 'Failed' && { message: errorMessage }),
	};
}

/** Models have no audit: plans other than `good` and `late` give no outputs. */
function hasOutputs({ plan }: ModelTask, { status, endedAt }: TaskState, now: number): boolean {
	if (status !== 'Success' || endedAt === undefined) return false;
	const areMade = plan.outputs === 'good' || plan.outputs === 'late';
	return areMade && !isDelayed(plan, now - endedAt);
}

/** URLs and texts by kind; empty kinds are omitted. */
function outputsRecord(task: ModelTask, storageUrl: string): object {
	const outputs = outputsOf(task);
	const files = filesOf(outputs);

	function addressOf(file: OutputFile): string {
		const place = { requestId: task.requestId, index: files.indexOf(file) };
		return `${storageUrl}/outputs/${outputName(place, file.ext)}`;
	}
	return {
		images: outputs.images?.map(addressOf),
		videos: outputs.videos?.map(addressOf),
		audios: outputs.audios?.map(addressOf),
		texts: outputs.texts && [...outputs.texts],
	};
}

/** Durations in ms, once the task is finished. */
function costTimes({ createdAt }: ModelTask, { status, runningAt, endedAt }: TaskState): object {
	if (endedAt === undefined || runningAt === undefined) return {};
	const total = { total_cost_time: endedAt - createdAt };
	return status === 'Failed' ? total : { ...total, inference_duration: endedAt - runningAt };
}
