import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { repeated } from '../../../../client/index';
import type { Batch } from '../../execution/batch';
import { stoppedItem } from '../../io/items/items';
import type { ItemResult } from '../../execution/operation';
import { readRequestId, requestIdProperty } from '../parameters/requestId';

const displayOptions = { show: { resource: ['task'], operation: ['cancel'] } };

export const description: INodeProperties[] = updateDisplayOptions(displayOptions, [
	requestIdProperty,
]);

/** Takes a queuing task out of the queue. Repeated calls do no harm. */
export async function execute(batch: Batch, itemIndex: number): Promise<ItemResult> {
	const { client, clock, signal } = batch;
	const requestId = readRequestId(batch, itemIndex);
	await repeated(() => client.tasks.cancel(requestId), clock, signal);
	return { items: [stoppedItem(requestId, 'canceled')], delivers: [] };
}
