import type { INodeProperties } from 'n8n-workflow';
import { retry } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { stoppedItem } from '../../io/items/items';
import type { ItemResult, OperationOption } from '../../execution/operation';
import { readRequestId, requestIdProperty } from '../parameters/requestId';

export const option: OperationOption = {
	name: 'Cancel',
	description:
		'Remove a queued task from the queue, free of charge. Has no effect on running tasks.',
	action: 'Cancel task',
};

export const description: INodeProperties[] = [requestIdProperty];

export async function execute(
	context: ExecutionContext,
	itemIndex: number,
	turn: number,
): Promise<ItemResult> {
	const { client, clock, signal } = context;
	const requestId = readRequestId(context, itemIndex, turn);
	await retry(() => client.tasks.cancel(requestId), clock, signal);
	return { items: [stoppedItem(requestId, 'canceled')] };
}
