import { AiAppError } from './errors';
import { textOf } from './fields';
import { isRecord } from './json';
import { requireShallow } from './nesting';
import { readTaskOutputs, type TaskOutput } from './taskOutputs';
import { readTaskStatus, type TaskStatus } from './taskStatus';

/** The flat record that a held connection answers and a callback carries. */
export type ResultBody = {
	readonly requestId: string;
	readonly task: TaskStatus;
	readonly outputs: readonly TaskOutput[];
};

/**
 * Reads a flat record (spec: Create task, synchronous; Events).
 * @throws AiAppError kind `unexpected` when it names no task or is nested too deep
 */
export function readResultBody(payload: unknown): ResultBody {
	const sent = isRecord(payload) ? payload : {};
	const requestId = textOf(sent.request_id) ?? textOf(sent.requestId);
	if (requestId === undefined)
		throw new AiAppError('unexpected', 'The result of the task does not tell its request ID');
	requireShallow(payload, { requestId });
	return { requestId, task: readTaskStatus(sent), outputs: readTaskOutputs(sent) };
}
