import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { inOrder, isRetryable, type AiAppError } from '../../../../client/index';
import { isToolNode } from '../../facts/agent';
import { descriptionOf } from '../../words/description';
import { wordsForModel } from '../../words/forModels';
import { sheetRow } from '../errors';
import { omitUndefined } from './plainItems';

/** The statuses that this node adds to those of the service, in the same casing. */
export const OWN_STATUS = {
	/** No task was created for the item. The service's `Failed` means that a task ran. */
	notCreated: 'NotCreated',
	/** The max wait time of a paused execution is over. */
	timedOut: 'TimedOut',
	/** There may be a task: `Failed` would invite a workflow to create another one. */
	unconfirmed: 'Unconfirmed',
	/** The execution is paused until the task finishes. */
	waiting: 'Waiting',
} as const;

/** n8n sends an item to the error output only if it has exactly these two fields. */
export type FailedJson = { readonly error: string; readonly details: IDataObject };

/**
 * A failed item if On Error is Continue. For the error output, where n8n adds the input fields, it
 * gets the files of its input item as well. If n8n keeps files in JSON, they are among those fields,
 * and a third field here would keep the item from the error output.
 */
export function failedItem(
	ctx: IExecuteFunctions,
	error: AiAppError,
	itemIndex: number,
): INodeExecutionData {
	const { binary } = ctx.getInputData()[itemIndex] ?? {};
	// Older versions of n8n have no such setting.
	const { binaryMode } = (ctx as Partial<IExecuteFunctions>).getWorkflowSettings?.() ?? {};
	const isAdded = ctx.getNode().onError === 'continueErrorOutput' && binaryMode !== 'combined';
	const json = failedJson(error, isToolNode(ctx.getNode()));
	return {
		json: { ...json, error: inOrder([json.error, sheetRow(ctx, itemIndex)]) },
		...(binary && isAdded && { binary: { ...binary } }),
		pairedItem: { item: itemIndex },
	};
}

/**
 * What an item says of its error.
 * @param isTool whether a model reads it, which gets other words than people
 */
export function failedJson(error: AiAppError, isTool: boolean): FailedJson {
	const { code, appId, variation, billedSeconds, earlierIds = [] } = error.details;
	const requestId = latestId(error);
	const earlier = earlierIds.filter((id) => id !== requestId);
	const details = omitUndefined({
		kind: error.kind,
		retryable: isRetryable(error),
		code,
		request_id: requestId,
		app_id: appId,
		status: statusOfFailed(error),
		variation,
		billed_seconds: billedSeconds,
		earlier_request_ids: earlier.length > 0 ? earlier : undefined,
		description: isTool ? undefined : descriptionOf(error),
	});
	return { error: isTool ? wordsForModel(error) : error.message, details };
}

/** The item's own latest task. The next node may fetch its result, so it isn't one for other values. */
function latestId({ details }: AiAppError): string | undefined {
	return details.requestId ?? details.earlierTask?.requestId;
}

/**
 * The status in a failed item; undefined if the status of its task is unknown. An item that should
 * have got a task, but didn't, has a status as well.
 */
function statusOfFailed(error: AiAppError): string | undefined {
	const { kind, details } = error;
	if (details.status !== undefined) return details.status;
	if (kind === 'unconfirmed') return OWN_STATUS.unconfirmed;
	if (details.createsNoTask || latestId(error) !== undefined) return undefined;
	// An earlier create request without an answer may have created a task.
	return details.earlierTask ? OWN_STATUS.unconfirmed : OWN_STATUS.notCreated;
}

/** The status of a failed item where all items have a status, also if that of its task is unknown. */
export function statusBesideOthers(error: AiAppError): string {
	return statusOfFailed(error) ?? OWN_STATUS.unconfirmed;
}
