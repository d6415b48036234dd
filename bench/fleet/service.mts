import type { Http, HttpResponse, ServiceRequest } from '../../client/index.ts';
import { serviceError } from '../../emulator/errors/errorCodes.mts';
import { TOO_MANY_TASKS } from '../../emulator/errors/serviceErrors.mts';
import { readCreateRequest } from '../../emulator/wire/createRequest.mts';
import { createAcceptedTasks, type AcceptedTasks } from './acceptedTasks.mts';
import type { ServiceParameters } from './parameters.mts';
import { APP_DETAIL, json, outputsOf, refusal, statusOf } from './responses.mts';
import type { Schedule } from './schedule.mts';

/** The service without sockets: its records are those of the emulator, its limits take no time to count. */
export type SimulatedService = Pick<AcceptedTasks, 'room' | 'onEnd'> & {
	readonly http: Http;
	readonly counts: { calls: number; accepted: number; refused: number };
	/** The input of each task, in the order of creation. */
	readonly created: readonly string[];
};

/** Of the app: what tells the items apart. */
export const INPUT = '6:CLIPTextEncode.text';

const QUEUE_FULL = serviceError(30039);
const TASK_PATH = /\/openapi\/(task-\d+)(\/outputs)?$/;
const NO_FILES = { noAnswer: 'notSent', reason: 'no files here' } as const;

/** @param durationMs how long the next accepted task runs */
export function createService(
	schedule: Schedule,
	parameters: ServiceParameters,
	durationMs: () => number,
	random: () => number,
): SimulatedService {
	const tasks = createAcceptedTasks(schedule, parameters, durationMs);
	const counts = { calls: 0, accepted: 0, refused: 0 };
	const created: string[] = [];
	const isFull = parameters.queueLimit > 0 ? QUEUE_FULL : TOO_MANY_TASKS;

	function create({ body }: ServiceRequest): HttpResponse {
		const order = readCreateRequest(body);
		if ('error' in order) return refusal(order.error);
		const task = tasks.accept(order);
		counts[task ? 'accepted' : 'refused'] += 1;
		if (!task) return refusal(isFull, parameters.retryAfterSeconds);
		created.push(String(order.inputValues[INPUT]));
		return json(202, { request_id: task.requestId });
	}

	function read({ url }: ServiceRequest): HttpResponse {
		const [, requestId, outputs] = TASK_PATH.exec(url) ?? [];
		if (requestId === undefined) return APP_DETAIL;
		return (outputs ? outputsOf : statusOf)(tasks.find(requestId), schedule.now());
	}

	async function call(request: ServiceRequest): Promise<HttpResponse> {
		counts.calls += 1;
		await schedule.sleep(halfOf(parameters.latencyMs, random));
		const response = request.method === 'POST' ? create(request) : read(request);
		await schedule.sleep(halfOf(parameters.latencyMs, random));
		return response;
	}

	const http = { call, open: async () => NO_FILES, put: async () => NO_FILES };
	return { http, counts, created, room: tasks.room, onEnd: tasks.onEnd };
}

/** More or less. */
function halfOf(latencyMs: number, random: () => number): number {
	return (latencyMs / 2) * (0.5 + random());
}
