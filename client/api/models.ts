import { reword, settle } from '../settle';
import { createCall, LONG_ANSWER, type Call } from './request';
import { createdId } from './creates';
import type { Endpoints } from './endpoints';
import { AiAppError, inputError } from '../errors/AiAppError';
import type { Http } from '../ports';
import { readOutputs } from './taskOutputs';
import type { EndedTask, TaskResult } from './taskResult';
import { recordOf } from './tasks';
import { readTaskStatus, type TaskStatus } from './taskStatus';
import { say } from '../parsing/say';
import { CREATE_TIMEOUT_MS } from '../resilience/timeLimits';

export type Models = ReturnType<typeof createModels>;

/** The model calls (spec: Further endpoints). They are always asynchronous and cannot be stopped. */
export function createModels(http: Http, endpoints: Endpoints) {
	const call = createCall(http);
	const task = createReadTask(call, endpoints);
	return {
		/** Creates a task of a model and answers with its id. A sent create is always awaited. */
		async create(path: string, parameters: object): Promise<string> {
			const options = {
				body: parameters,
				timeoutMs: CREATE_TIMEOUT_MS,
				notFound: 'input',
				about: { of: 'model' },
				wholeBody: true,
			} as const;
			const model = modelPath(path);
			const created = () => call('POST', endpoints.model(model), options);
			return createdId(await reword(created, (error) => unknownModel(error, model)));
		},

		task,

		status: async (requestId: string, signal?: AbortSignal): Promise<TaskStatus> =>
			(await task(requestId, signal)).task,

		/**
		 * Adds the outputs of a task that has ended. They usually come with its record. If they are
		 * late, the task is read again, but it keeps its final status whatever that answer says.
		 */
		async result(ended: EndedTask, signal?: AbortSignal): Promise<TaskResult> {
			const { record, status } = ended.task;
			const outputs = readOutputs(record['outputs'], ended.requestId);
			if (outputs.length > 0 || status === 'Failed') return { ...ended, outputs };
			const late = await task(ended.requestId, signal);
			return { ...ended, ...late, task: { ...late.task, status } };
		},

		cancel: unstoppable,
		interrupt: unstoppable,
	};
}

/** Reads the state and the outputs of a task. Deployments know it under one of two addresses. */
function createReadTask(call: Call, endpoints: Endpoints) {
	async function read(requestId: string, url: string, signal?: AbortSignal): Promise<TaskResult> {
		const about = { requestId, of: 'model' } as const;
		const options = { ...LONG_ANSWER, signal, about, notFound: 'task_not_found' } as const;
		const sent = recordOf(requestId, await call('GET', url, options), 'model');
		const outputs = readOutputs(sent.outputs, requestId);
		return { ...about, task: readTaskStatus(sent), outputs };
	}

	return async (requestId: string, signal?: AbortSignal): Promise<TaskResult> => {
		const first = await settle(() => read(requestId, endpoints.modelTask(requestId), signal));
		if (first.ok) return first.value;
		if (!isHttp404(first.error)) throw first.error;
		const other = await settle(() => read(requestId, endpoints.otherModelTask(requestId), signal));
		if (other.ok) return other.value;
		// An address that does not exist says nothing about the task.
		const isNoAddress = isHttp404(other.error) && other.error.kind !== 'task_not_found';
		throw isNoAddress ? first.error : other.error;
	};
}

/** No call of the service stops a task of a model. */
async function unstoppable(): Promise<void> {
	throw new AiAppError('conflict', "Model tasks can't be stopped", { of: 'model' });
}

function unknownModel(error: AiAppError, path: string): AiAppError {
	if (!isHttp404(error) || error.kind !== 'input') return error;
	return error.saying(say`The service has no model "${path}" (HTTP 404)`).with({
		reason: 'modelPath',
	});
}

function isHttp404({ details }: AiAppError): boolean {
	return details.httpStatus === 404;
}

const MAX_PATH = 500;
/** Half of a surrogate pair can't be encoded. */
const SEGMENT = /^(?!\.+$)[^\s?#\\%:\p{Cs}]+$/u;

/** What the URL of a model's API example has before its path. */
const BEFORE_PATH = /^https?:.*\/modelzoo\/tasks\/openapi\//;

/**
 * The path of a model, without slashes around it, also from the URL of its API example.
 * @throws AiAppError kind `input` for addresses and for paths that lead elsewhere
 */
export function modelPath(path: string): string {
	const text = path.trim();
	const bare = text.replace(BEFORE_PATH, '').replace(/^\/+|(?<!\/)\/+$/g, '');
	if (bare.length <= MAX_PATH && bare.split('/').every((part) => SEGMENT.test(part))) return bare;
	throw inputError(say`"${text}" isn't a model path`, { reason: 'modelPath', given: text });
}
