import type { INodeProperties } from 'n8n-workflow';
import { retryWhileLate } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { taskItems } from '../../io/items/taskItems';
import type { ItemResult, OperationOption } from '../operation';
import { requestIdProperty } from '../../parameters/requestIds';
import { resultShape } from '../../parameters/result.description';
import { openPanel } from '../../parameters/readParameter';
import { readResultOptions } from '../../parameters/resultOptions';

export const option: OperationOption = {
	name: 'Get Status',
	description: "Get a task's status and its position in the queue",
	action: 'Get task status',
};

export const description: INodeProperties[] = [requestIdProperty, ...resultShape()];

/** The status of a task. A failed task doesn't fail the item. */
export async function executeFor(
	context: ExecutionContext,
	requestId: string,
	itemIndex: number,
): Promise<ItemResult> {
	const { client, freeCalls, signal } = context;
	const task = await retryWhileLate(
		() => client.tasks.status(requestId, signal),
		freeCalls(),
		signal,
	);
	const result = { requestId, task, outputs: [] };
	return { items: taskItems(result, [], readResultOptions(openPanel(context.ctx, itemIndex))) };
}
