import type { INodeProperties } from 'n8n-workflow';
import { retry } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { stoppedItem } from '../../io/items/items';
import type { ItemResult, OperationOption } from '../../execution/operation';
import { requestIdProperty } from '../parameters/requestId';

export const option: OperationOption = {
	name: 'Cancel',
	description:
		'Remove a queued task from the queue, free of charge. Has no effect on running tasks.',
	action: 'Cancel task',
};

export const description: INodeProperties[] = [requestIdProperty];

export async function executeFor(
	{ client, clock, signal }: ExecutionContext,
	requestId: string,
): Promise<ItemResult> {
	await retry(() => client.tasks.cancel(requestId), clock, signal);
	return { items: [stoppedItem(requestId, 'canceled')] };
}
