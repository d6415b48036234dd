import { createCall, LONG_ANSWER, SHORT_ANSWER, type Call, type CallOptions } from './request';
import { createCreateCalls } from './creates';
import type { Endpoints } from './endpoints';
import { AiAppError, type TaskOf } from '../errors/AiAppError';
import { say } from '../parsing/say';
import { isOfOther } from './requestId';
import { isRecord } from '../parsing/scalars';
import type { Http } from '../ports';
import { readTaskOutputs } from './taskOutputs';
import type { EndedTask, TaskResult } from './taskResult';
import { readTaskStatus, type TaskStatus } from './taskStatus';
import { READ_TIMEOUT_MS } from '../resilience/timeLimits';

/**
 * Cancel and interrupt send a content type although they have no body. The specification shows no
 * body in their answers either (spec: Cancel task, Interrupt task).
 */
const STOP = {
	headers: { 'Content-Type': 'application/json' },
	mayBeEmpty: true,
} as const;

export type Tasks = ReturnType<typeof createTasks>;

/** The calls on tasks, one request each; nothing here is repeated (spec: Endpoints). */
export function createTasks(http: Http, endpoints: Endpoints, headerPrefix: string) {
	const call = createCall(http);

	return {
		...createCreateCalls(call, endpoints, headerPrefix),

		async status(
			requestId: string,
			signal?: AbortSignal,
			timeoutMs = READ_TIMEOUT_MS,
		): Promise<TaskStatus> {
			const options = { ...aboutTask(requestId), ...SHORT_ANSWER, signal, timeoutMs };
			const sent = await call('GET', endpoints.task(requestId), options);
			return readTaskStatus(recordOf(requestId, sent));
		},

		/** Adds the outputs of a task that has ended; none while they are late. */
		async result(ended: EndedTask, signal?: AbortSignal): Promise<TaskResult> {
			const { requestId } = ended;
			const options = { ...aboutTask(requestId), ...LONG_ANSWER, signal };
			const sent = await call('GET', endpoints.outputs(requestId), options);
			return { ...ended, outputs: readTaskOutputs(recordOf(requestId, sent), requestId) };
		},

		/** Takes a queuing task out of the queue, free of charge. Repeated calls do no harm. */
		cancel: createStop(call, endpoints.cancel),

		/** Stops a running task; the time it ran is charged. */
		interrupt: createStop(call, endpoints.interrupt),
	};
}

function createStop(call: Call, urlOf: (requestId: string) => string) {
	return async (requestId: string, timeoutMs = READ_TIMEOUT_MS): Promise<void> => {
		await call('PUT', urlOf(requestId), { ...aboutTask(requestId), ...STOP, timeoutMs });
	};
}

function aboutTask(requestId: string): CallOptions {
	return { notFound: 'task_not_found', about: { requestId } };
}

/** @throws AiAppError kind `unexpected_response` if it isn't a record of this task */
export function recordOf(
	requestId: string,
	payload: unknown,
	of: TaskOf = 'app',
): Readonly<Record<string, unknown>> {
	if (isRecord(payload) && !isOfOther(requestId, payload)) return payload;
	const what = isRecord(payload) ? 'data of another task' : 'no task data';
	throw new AiAppError('unexpected_response', say`The service returned ${what}`, { requestId, of });
}
