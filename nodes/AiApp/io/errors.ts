import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { AiAppError, endingWithMoney } from '../../../client/index';
import { isToolNode, wordsForAgent } from './agent';

/** Turns any error of an item into the error that n8n shows. Nothing else creates n8n errors. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (!(error instanceof AiAppError))
		return new NodeOperationError(node, error instanceof Error ? error : String(error), {
			itemIndex,
		});
	const message = forN8n(isToolNode(node) ? wordsForAgent(error) : error.message, error.kind);
	const description = endingWithMoney(`${error.advice} ${identification(error)}`.trim());
	const { httpStatus } = error.details;
	const shown =
		httpStatus === undefined
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(
					node,
					{ message },
					{ message, description, httpCode: String(httpStatus), itemIndex },
				);
	// n8n replaces a message that contains a word such as ENOENT, and the request ID would be lost.
	return Object.assign(shown, { message });
}

/**
 * n8n counts an execution as stopped by its user if the message contains this very word, which the
 * service may also use about a task.
 */
function forN8n(message: string, kind: AiAppError['kind']): string {
	return kind === 'execution_stopped' ? message : message.replaceAll('canceled', 'cancelled');
}

/** What the service's support asks for first. */
function identification({ message, details }: AiAppError): string {
	const { requestId } = details;
	return requestId && !message.includes(requestId) ? `Request ID: ${requestId}.` : '';
}
