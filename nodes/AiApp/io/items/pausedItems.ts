import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { TaskRef, CompletedTask } from '../../../../client/index';
import { createdItem, failedItem, omitUndefined } from './items';
import { taskItems } from './taskItems';

/** The item of a task while its execution is paused. */
export function pausedItem(task: TaskRef): INodeExecutionData {
	return { json: { ...createdItem(task).json, status: 'Waiting' } };
}

/**
 * A failed item while the execution is paused for others. It has no member `error`: for that n8n would
 * run the node once more at once, over input items that are made for the limit by then.
 */
export function failedMeanwhile({ error, details }: IDataObject): INodeExecutionData {
	return { json: { status: 'Failed', error_message: error, details } };
}

/**
 * What n8n hands on by itself when the limit has passed. It names the task, so that Task: Wait for
 * Completion can go on with it.
 */
export function limitPassedJson(task: TaskRef, hasErrorOutput: boolean): IDataObject {
	if (!hasErrorOutput) return { ...createdItem(task).json, status: 'TimedOut' };
	const error = `The task didn't finish within the max wait time (request ID ${task.requestId})`;
	const { requestId, appId } = task;
	const known = { kind: 'timeout', request_id: requestId, app_id: appId, status: 'TimedOut' };
	return { error, details: omitUndefined(known) };
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
