import { AiAppError, type TaskOf } from '../errors/AiAppError';
import { isRecord } from '../parsing/scalars';
import type { Seeds } from '../ports';
import { requestIdIn } from './requestId';
import { readTaskOutputs, type TaskOutput } from './taskOutputs';
import { readTaskStatus, type TaskStatus } from './taskStatus';

/** Names a task, so that it can be read, awaited or stopped later. */
export type TaskRef = {
	readonly requestId: string;
	/** Left out where the id alone is known, and for models. */
	readonly appId?: number | undefined;
	/** Whose task it is. If left out, it's an app's. */
	readonly of?: TaskOf | undefined;
	/** What the app's author calls it; left out where the app was not read. */
	readonly appName?: string | undefined;
	/** The seeds that were drawn for it; left out where none were. */
	readonly seeds?: Seeds | undefined;
};

export type TaskResult = TaskRef & {
	readonly task: TaskStatus;
	readonly outputs: readonly TaskOutput[];
};

/** A task that is known to have ended, before its outputs were read. */
export type EndedTask = Omit<TaskResult, 'outputs'>;

/**
 * Reads the flat record of an answer over an open connection or of a callback (spec: Create task,
 * synchronous; Events), with or without an envelope.
 * @throws AiAppError kind `unexpected_response` when it names no task
 */
export function readTaskResult(body: unknown): TaskResult {
	const requestId = requestIdIn(body);
	const flat = isRecord(body) ? body : {};
	const sent = isRecord(flat.data) ? flat.data : flat;
	if (requestId === undefined)
		throw new AiAppError('unexpected_response', "The service's result has no request ID");
	return { requestId, task: readTaskStatus(sent), outputs: readTaskOutputs(sent, requestId) };
}
