import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { costOf, inOrder, isRetryable, type AiAppError } from '../../../client/index';
import { requestIdOf, sentencesOf } from '../words/description';
import { wordsForModel } from '../words/forModels';
import { wordsForVisitor } from '../words/forVisitors';
import { moneySentence } from '../words/money';
import type { Beside } from '../words/sums';
import { isToolNode } from '../facts/agent';

/** Older versions of n8n don't stream, and only functions of an execution have items. */
type NodeOf = Pick<IExecuteFunctions, 'getNode'> &
	Partial<Pick<IExecuteFunctions, 'getInputData' | 'isStreaming'>>;

type N8nError = NodeApiError | NodeOperationError;

/**
 * Turns any error of an item into the error that n8n shows. Nothing else creates n8n errors. Those that
 * n8n has created itself stay as they are.
 * @param beside what the error says of other items
 */
export function toNodeError(
	ctx: NodeOf,
	error: AiAppError,
	itemIndex: number,
	beside?: Beside,
): N8nError {
	const node = ctx.getNode();
	const { cause } = error;
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) return cause;
	if (error.kind === 'node') return new NodeOperationError(node, cause as Error, { itemIndex });
	const isTool = isToolNode(node);
	const words = isTool ? wordsForModel(error, beside) : error.message;
	const message = inOrder([forN8n(words, error.kind), sheetRow(ctx, itemIndex)]);
	const forOwner = wordsForOwner(error, beside);
	// n8n sends the description to chats and to callers of streaming webhooks. What a model reads is
	// complete.
	const forOthers = ctx.isStreaming?.() === true ? wordsForVisitor(error) : '';
	const description = isTool ? forOthers : forOthers || forOwner;
	const { httpStatus } = error.details;
	const shown =
		httpStatus === undefined
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(
					node,
					{ message },
					{ message, description, httpCode: String(httpStatus), itemIndex },
				);
	const data = [description === forOwner ? '' : forOwner, idsInError(error, beside)]
		.filter(Boolean)
		.join('\n');
	if (data) shown.context['data'] = data;
	// A retry of the execution would also run the other items again, and pay for them.
	shown.context['retryable'] = isRetryable(error) && beside?.othersCharged !== true;
	// n8n replaces a message that contains a word such as ENOENT, and the request ID would be lost.
	return Object.assign(shown, { message });
}

function wordsForOwner(error: AiAppError, beside: Beside | undefined): string {
	return inOrder([
		...sentencesOf(error),
		requestIdOf(error),
		beside?.money ?? moneySentence(costOf(error)),
		...(beside?.sentences ?? []),
	]);
}

/** The row of a sheet, beside n8n's number of the item, which counts from 0. */
export function sheetRow(ctx: NodeOf, itemIndex: number): string {
	const row = ctx.getInputData?.()[itemIndex]?.json['row_number'];
	return typeof row === 'number' ? `(row ${row})` : '';
}

/**
 * Avoids the word by which n8n recognizes an execution that its user stopped. The service may use
 * it about a task.
 */
function forN8n(message: string, kind: AiAppError['kind']): string {
	return kind === 'execution_stopped' ? message : message.replaceAll('canceled', 'cancelled');
}

/**
 * The IDs of all tasks in the error, in the format of 'Request ID'. n8n shows them in its details.
 */
function idsInError({ details }: AiAppError, beside?: Beside): string {
	const { requestId = [], earlierIds = [], runningIds = [] } = details;
	const ids = [requestId, earlierIds, runningIds, beside?.otherIds ?? []].flat();
	return [...new Set(ids)].join(', ');
}
