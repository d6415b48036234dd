import type { INodeProperties } from 'n8n-workflow';
import { retry } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { modelTaskItem } from '../../io/items/modelItems';
import type { ItemResult, OperationOption } from '../../execution/operation';
import { readRequestId, requestIdProperty } from '../parameters/requestId';
import { simplify } from '../parameters/result.description';

export const option: OperationOption = {
	name: 'Get Task',
	description: 'Retrieve the state and the outputs of a task of a model',
	action: 'Get task of model',
};

export const description: INodeProperties[] = [
	{
		...requestIdProperty,
		description:
			'The ID of the task, as Model: Run returned it. By default it is read from the input item.',
	},
	simplify,
];

/** The state of a model's task with what it has put out so far; no state is a failure here. */
export async function execute(context: ExecutionContext, itemIndex: number): Promise<ItemResult> {
	const { client, clock, ctx, signal } = context;
	const requestId = readRequestId(context, itemIndex);
	const task = await retry(() => client.models.task(requestId, signal), clock, signal);
	const simplified = ctx.getNodeParameter('simplify', itemIndex, true) as boolean;
	return { items: [modelTaskItem(requestId, task, simplified)] };
}
