import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	toldSeconds,
	withEarlier,
	type AiAppError,
	type CompletedTask,
	type SentTask,
	type TaskRef,
} from '../../../../client/index';
import { failedJson, OWN_STATUS, statusBesideOthers, type FailedJson } from './failedItems';
import { omitUndefined } from './plainItems';
import { moneySentence } from '../../words/money';
import { createdItem, earlierFields, taskJson } from './taskItems';

/** The tasks that were sent for the work of an item before the one that is awaited. */
type Earlier = readonly SentTask[];

/** The item of a task while its execution is paused. */
export function pausedItem(task: TaskRef): INodeExecutionData {
	return { json: { status: OWN_STATUS.waiting, ...createdItem(task).json } };
}

/** A failed item of an execution that pauses for others. */
export type FailedAtPause = { readonly failed: FailedJson; readonly status: string };

export function failedAtPause(error: AiAppError): FailedAtPause {
	return { failed: failedJson(error, false), status: statusBesideOthers(error) };
}

/**
 * A failed item while the execution is paused for others. It has no field `error`: n8n would run the
 * node again at once, with input items that are prepared for the timeout by then.
 */
export function failedWhilePaused({ failed, status }: FailedAtPause): INodeExecutionData {
	return { json: { status, error_message: failed.error, details: failed.details } };
}

/**
 * The item after the pause if its task couldn't be created. n8n sends only items with exactly two
 * fields to the error output; all others have a status.
 */
export function withoutTaskJson(
	{ failed, status }: FailedAtPause,
	hasErrorOutput: boolean,
): IDataObject {
	return hasErrorOutput ? failed : { status, ...failed };
}

/**
 * What n8n passes on by itself after the max wait time. It contains the request ID, so that Task:
 * Wait for Completion can get the result.
 */
export function timedOutJson(
	task: TaskRef,
	earlier: Earlier,
	hasErrorOutput: boolean,
): IDataObject {
	const error = `Not all tasks finished within the max wait time (request ID ${task.requestId})`;
	const description = `Get the result with Task: Wait for Completion. ${moneySentence('unknown')}`;
	const history = earlierFields({ tasks: earlier });
	if (!hasErrorOutput)
		return {
			status: OWN_STATUS.timedOut,
			...createdItem(task).json,
			...history,
			error_message: `${error}. ${description}`,
		};
	const { requestId, appId } = task;
	const fields = {
		kind: 'timeout',
		request_id: requestId,
		app_id: appId,
		status: OWN_STATUS.timedOut,
		...history,
		description,
	};
	return { error, details: omitUndefined(fields) };
}

/**
 * The item of a finished task. n8n can't fail an execution that resumes, so an unsuccessful task is
 * reported in its item: alone if there is an error output, else beside the result.
 */
export function finishedItem(
	{ result, outcome }: CompletedTask,
	earlier: Earlier,
	{ simplify, hasErrorOutput }: { readonly simplify: boolean; readonly hasErrorOutput: boolean },
): INodeExecutionData {
	const own = { requestId: result.requestId, cost: toldSeconds(result.task) };
	const entry = { tasks: [...earlier, own] };
	const failed = outcome.ok ? undefined : failedJson(withEarlier(outcome.error, entry), false);
	if (failed && hasErrorOutput) return { json: failed };
	return { json: { ...taskJson(result, { simplify }), ...earlierFields(entry), ...failed } };
}
