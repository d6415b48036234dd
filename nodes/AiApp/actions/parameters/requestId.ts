import type { INodeProperties } from 'n8n-workflow';
import { AiAppError, asRequestId, say } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';

/** Finds the id in items of this node, also in those of its error output. */
export const requestIdProperty: INodeProperties = {
	displayName: 'Request ID',
	name: 'requestId',
	type: 'string',
	required: true,
	default: '={{ $json.request_id ?? $json.details?.request_id }}',
	placeholder: 'e.g. 8307183e-5d33-4a0c-9d3a-1f5a1a7a6c0e',
	description:
		'ID of the task, as returned by App: Run. By default, the request ID of the input item.',
};

/** @throws AiAppError kind `input` when the parameter holds no id */
export function readRequestId({ ctx }: ExecutionContext, itemIndex: number): string {
	const given = String(ctx.getNodeParameter('requestId', itemIndex, '') ?? '').trim();
	const isMissing = ['', 'undefined', 'null'].includes(given);
	const id = isMissing ? undefined : asRequestId(given);
	if (id !== undefined) return id;
	throw new AiAppError(
		'input',
		isMissing ? 'No request ID is given' : say`"${given}" is not a request ID`,
		{},
		'Enter the request_id that App: Run returned. By default it is read from the field request_id of the input item.',
	);
}
