import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { interruptTask } from '../../../../client/index';
import type { Batch } from '../../execution/batch';
import { stoppedItem } from '../../io/items/items';
import type { ItemResult } from '../../execution/operation';
import { readRequestId, requestIdProperty } from '../parameters/requestId';

const displayOptions = { show: { resource: ['task'], operation: ['interrupt'] } };

export const description: INodeProperties[] = updateDisplayOptions(displayOptions, [
	requestIdProperty,
]);

/** Stops a running task; what has run is charged. */
export async function execute(batch: Batch, itemIndex: number): Promise<ItemResult> {
	const { client, clock, signal } = batch;
	const requestId = readRequestId(batch, itemIndex);
	await interruptTask({ tasks: client.tasks, clock }, requestId, signal);
	return { items: [stoppedItem(requestId, 'interrupted')], delivers: [] };
}
