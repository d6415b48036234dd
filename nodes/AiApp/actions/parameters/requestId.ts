import type { INodeProperties } from 'n8n-workflow';
import { inputError, asRequestId, say } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';

/**
 * By default the ID in the items of this node. To items of its error output, n8n adds the fields of
 * the input item, whose request ID is that of an earlier task.
 */
export const requestIdProperty: INodeProperties = {
	displayName: 'Request ID',
	name: 'requestId',
	type: 'string',
	required: true,
	default:
		'={{ $json.error && $json.details?.kind ? $json.details.request_id : $json.request_id }}',
	builderHint: {
		propertyHint:
			'Keep the default if the previous node is an AI App node or an AI App Trigger. It also reads items of an error output.',
	},
	placeholder: 'e.g. 8307183e-5d33-4a0c-9d3a-1f5a1a7a6c0e',
	description:
		'ID of the task, as returned by App: Run. By default, the request ID of the input item.',
};

export function readRequestId({ ctx }: ExecutionContext, itemIndex: number): string {
	const text = String(ctx.getNodeParameter('requestId', itemIndex, '') ?? '').trim();
	const isMissing = ['', 'undefined', 'null'].includes(text);
	const id = isMissing ? undefined : asRequestId(text);
	if (id !== undefined) return id;
	if (/[,;\s]/.test(text))
		throw inputError(
			"'Request ID' takes one ID",
			'For several tasks, split their IDs into items, for example with the Split Out node.',
		);
	throw inputError(
		isMissing ? "'Request ID' is empty" : say`"${text}" isn't a valid request ID`,
		"Enter the request ID of a task. By default, it's read from the field request_id of the input item.",
	);
}
