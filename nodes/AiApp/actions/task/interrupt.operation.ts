import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { interruptTask } from '../../../../client/index';
import type { Batch } from '../../batch';
import { stoppedItem } from '../../io/items';
import type { ItemResult } from '../operation';
import { readRequestId, requestIdProperty } from '../requestId';

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
