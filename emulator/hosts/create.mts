import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import {
	hasValidType,
	type InputValues,
	isScalar,
	isWebUrl,
	type SampleApp,
} from '../apps/app.mts';
import { findApp } from '../apps/catalogue.mts';
import {
	APP_NOT_FOUND,
	INVALID_PARAMETER,
	NO_INPUT_VALUES,
	type ServiceError,
	TOO_MANY_TASKS,
	WRONG_TYPE,
} from '../errors/errorCodes.mts';
import { envelope, keyRoute, sendError } from './answers.mts';
import { exchangeOf } from './exchanges.mts';
import { isRecord } from '../http/server.mts';
import { misfitIn } from '../service/misfits.mts';
import type { Service } from '../service/service.mts';
import { serviceOf } from '../service/serviceOf.mts';
import type { Quirks } from '../settings/quirks.mts';
import type { TaskPlan } from '../tasks/taskPlan.mts';
import { taskEnd } from '../tasks/taskStore.mts';
import { flatRecord, outputRecords } from './tasks.mts';

type TaskHeaders = Readonly<Record<string, string>>;

/** Create in its three modes, selected by headers (spec: create task). */
export function createRoute(host: FastifyInstance): void {
	const route = keyRoute('create');
	host.post('/v1/webapp/task/openapi/create', route, async (request, reply) => {
		const service = serviceOf(request);
		const { callbacks, clock, limits, quirks, plans, taskHeaderPrefix: prefix, tasks } = service;
		const order = readCreateRequest(request.body, quirks);
		if ('error' in order) return sendError(reply, order.error);
		const app = findApp(order.appId, quirks);
		const failure = await failureOf(app, order.inputValues, service);
		const headers = taskHeaders(request.headers, prefix);
		const receiver = headers[`${prefix}webhook-url`];
		if (receiver !== undefined && !isWebUrl(receiver)) return sendError(reply, INVALID_PARAMETER);
		const { parallelTasks = Infinity } = limits.current();
		if (tasks.underWay() >= parallelTasks) return sendError(reply, TOO_MANY_TASKS);
		const plan = { ...plans.take(order.appId), ...app?.plan, ...failure };
		const task = tasks.create({ ...order, headers, plan });
		const { note, closed } = exchangeOf(request);
		note({ requestId: task.requestId });
		const recordAt = (now: number) =>
			flatRecord(task, now, outputRecords(task, now, service), quirks);
		if (receiver) callbacks.schedule(task, receiver, recordAt);
		const isOpen = !receiver && headers[`${prefix}async`] !== 'enable';
		const { openFor } = task.plan;
		const accepted = () => reply.code(202).send({ request_id: task.requestId });
		if (!isOpen) return accepted();
		await (openFor
			? clock.wait(task.createdAt + openFor.ms, closed)
			: taskEnd(task, clock, closed));
		if (openFor?.answer === 'id') return accepted();
		const record = recordAt(clock.now());
		return quirks.flatResults ? record : envelope(record);
	});
}

/** How a task ends that gets a file of another kind. */
async function failureOf(
	app: SampleApp | undefined,
	values: InputValues,
	service: Service,
): Promise<Pick<TaskPlan, 'errorMessage' | 'outcome'> | undefined> {
	const misfit = app && (await misfitIn(app, values, service));
	return misfit === undefined ? undefined : { outcome: 'Failed', errorMessage: misfit };
}

function taskHeaders(headers: IncomingHttpHeaders, prefix: string): TaskHeaders {
	const own = Object.entries(headers).filter(([name]) => name.startsWith(prefix));
	return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

/** A valid create request (spec: task create request). */
export type CreateRequest = {
	readonly appId: number;
	readonly inputValues: InputValues;
	readonly suppressPreview: boolean;
};

type Values = Readonly<Record<string, unknown>>;

/** Validates the body of a create request, in the order of the service's own checks. */
function readCreateRequest(
	body: unknown,
	quirks: Quirks,
): CreateRequest | { readonly error: ServiceError } {
	if (!isRecord(body)) return { error: INVALID_PARAMETER };
	const { web_app_id: appId, input_values: values, ...others } = body;
	const { suppress_preview_output: suppress = false, ...unknown } = others;
	if (typeof appId !== 'number' || !Number.isInteger(appId)) return { error: INVALID_PARAMETER };
	if (!isRecord(values) || Object.keys(values).length === 0) return { error: NO_INPUT_VALUES };
	const app = findApp(appId, quirks);
	if (!app) return { error: APP_NOT_FOUND };
	const keys = new Set(app.inputs.map(({ key }) => key));
	const odd = [...Object.keys(unknown), ...Object.keys(values).filter((key) => !keys.has(key))];
	if (odd[0] !== undefined && !quirks.looseRequests) return { error: refused(odd[0]) };
	if (typeof suppress !== 'boolean') return { error: WRONG_TYPE };
	const error = valuesError(app, values);
	return error
		? { error }
		: { appId, inputValues: values as InputValues, suppressPreview: suppress };
}

function valuesError({ inputs }: SampleApp, values: Values): ServiceError | undefined {
	const sent = inputs.filter(({ key }) => Object.hasOwn(values, key));
	const isFit =
		Object.values(values).every(isScalar) &&
		sent.every((input) => hasValidType(input, values[input.key]));
	if (!isFit) return WRONG_TYPE;
	const noFile = sent.find(({ isMedia, key }) => isMedia && !isWebUrl(values[key]));
	return noFile && refused(noFile.key);
}

function refused(name: string): ServiceError {
	return { ...INVALID_PARAMETER, message: `invalid parameter: ${name}` };
}
