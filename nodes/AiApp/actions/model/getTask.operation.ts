import type { INodeProperties } from 'n8n-workflow';
import { hasEnded, readEnd, retryWhileLate } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { deliverResult } from '../../io/binary/downloadOutputs';
import { taskItems } from '../../io/items/taskItems';
import type { ItemResult, OperationOption } from '../operation';
import { requestIdProperty } from '../../parameters/requestIds';
import { earlierResultOptions, resultProperties } from '../../parameters/result.description';
import { openPanel } from '../../parameters/readParameter';
import { readResultOptions } from '../../parameters/resultOptions';

export const option: OperationOption = {
	name: 'Get Task',
	description: 'Get the status, files and texts of a model task',
	action: 'Get model task',
};

export const description: INodeProperties[] = [
	{
		...requestIdProperty,
		description:
			'ID of the task, as returned by Model: Run. By default, the request ID of the input item.',
	},
	...resultProperties(),
	earlierResultOptions,
];

/** The status of a model task, and its outputs so far. A failed task doesn't fail the item. */
export async function executeFor(
	context: ExecutionContext,
	requestId: string,
	itemIndex: number,
): Promise<ItemResult> {
	const { client, freeCalls, signal } = context;
	const deadline = freeCalls();
	const options = readResultOptions(openPanel(context.ctx, itemIndex));
	const read = () => client.models.task(requestId, signal);
	const sent = await retryWhileLate(read, deadline, signal);
	if (!hasEnded(sent.task)) return { items: taskItems(sent, [], options) };
	const how = { deadline, reported: sent.outputs, signal };
	const { result } = await readEnd(client.models, sent, how);
	if (result.task.status !== 'Success') return { items: taskItems(result, [], options) };
	return { items: await deliverResult(context, result, options) };
}
