import { AiAppError } from '../errors/AiAppError';
import { isRecord } from '../parsing/json';
import { requireShallow } from '../parsing/nesting';
import { requestIdIn } from './requestId';
import { readTaskOutputs, type TaskOutput } from './taskOutputs';
import { readTaskStatus, type TaskStatus } from './taskStatus';

/** The flat record that a held connection answers and a callback carries. */
export type ResultBody = {
	readonly requestId: string;
	readonly task: TaskStatus;
	readonly outputs: readonly TaskOutput[];
};

/**
 * Reads a flat record (spec: Create task, synchronous; Events), also one in an envelope.
 * @throws AiAppError kind `unexpected` when it names no task or is nested too deep
 */
export function readResultBody(body: unknown): ResultBody {
	const requestId = requestIdIn(body);
	const flat = isRecord(body) ? body : {};
	const sent = isRecord(flat.data) ? flat.data : flat;
	if (requestId === undefined)
		throw new AiAppError('unexpected', 'The result of the task does not tell its request ID');
	requireShallow(body, { requestId });
	return { requestId, task: readTaskStatus(sent), outputs: readTaskOutputs(sent) };
}
