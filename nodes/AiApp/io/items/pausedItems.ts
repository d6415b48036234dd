import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { TaskRef, CompletedTask } from '../../../../client/index';
import { createdItem, failedItem } from './items';
import { taskItems } from './taskItems';

/** The item of a task whose execution is paused, as the editor shows it meanwhile. */
export function pausedItem(task: TaskRef): INodeExecutionData {
	return { json: { ...createdItem(task).json, status: 'WAITING' } };
}

/**
 * A failed item while the execution is paused for others. It has no member `error`: for that n8n would
 * run the node once more at once, over input items that are made for the limit by then.
 */
export function failedMeanwhile({ error, details }: IDataObject): INodeExecutionData {
	return { json: { status: 'FAILED', message: error, details } };
}

/**
 * What n8n hands on by itself when the limit has passed. It names the task, so that Task: Wait for
 * Completion can go on with it.
 */
export function limitPassedJson(task: TaskRef, hasErrorOutput: boolean): IDataObject {
	if (!hasErrorOutput) return { ...createdItem(task).json, status: 'WAIT_TIMEOUT' };
	const error = `The task has not ended before the limit (request ID ${task.requestId})`;
	return { error, details: { kind: 'deadline', ...createdItem(task).json } };
}

/**
 * The item of a task that has ended. n8n has no way to fail an execution that resumes, so one that is
 * no success says so itself: alone where there is an output for it, else beside the result.
 */
export function endedItem(
	{ result, outcome }: CompletedTask,
	simplify: boolean,
	hasErrorOutput: boolean,
): INodeExecutionData {
	const failed = outcome.ok ? undefined : failedItem(outcome.error, false);
	if (failed && hasErrorOutput) return failed;
	const [item] = taskItems(result, [], { simplify, oneItemPerFile: false, outputField: 'data' });
	return { json: { ...item?.json, ...failed?.json } };
}
