import type { INodeProperties } from 'n8n-workflow';
import { retry } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { modelTaskItem } from '../../io/items/modelItems';
import type { ItemResult, OperationOption } from '../../execution/operation';
import { readRequestId, requestIdProperty } from '../parameters/requestId';
import { simplify } from '../parameters/result.description';

export const option: OperationOption = {
	name: 'Get Task',
	description: 'Get the status and outputs of a model task',
	action: 'Get model task',
};

export const description: INodeProperties[] = [
	{
		...requestIdProperty,
		description:
			'ID of the task, as returned by Model: Run. By default, the request ID of the input item.',
	},
	simplify,
];

/** The status of a model task and its outputs so far. A failed task doesn't fail the item. */
export async function execute(context: ExecutionContext, itemIndex: number): Promise<ItemResult> {
	const { client, clock, ctx, signal } = context;
	const requestId = readRequestId(context, itemIndex);
	const task = await retry(() => client.models.task(requestId, signal), clock, signal);
	const simplified = ctx.getNodeParameter('simplify', itemIndex, true) as boolean;
	return { items: [modelTaskItem(requestId, task, simplified)] };
}
