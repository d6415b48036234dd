import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { repeatedWhileLate } from '../../../../client/index';
import type { Batch } from '../../batch';
import { taskItems } from '../../io/taskItems';
import type { ItemResult } from '../operation';
import { readRequestId, requestIdProperty } from '../requestId';
import { resultShape } from '../result.properties';
import { readResultOptions } from '../resultOptions';

const displayOptions = { show: { resource: ['task'], operation: ['getStatus'] } };

export const description: INodeProperties[] = updateDisplayOptions(displayOptions, [
	requestIdProperty,
	...resultShape(),
]);

/** The state of a task; no state is a failure here. */
export async function execute(batch: Batch, itemIndex: number): Promise<ItemResult> {
	const { client, clock, signal } = batch;
	const requestId = readRequestId(batch, itemIndex);
	const task = await repeatedWhileLate(() => client.tasks.status(requestId, signal), clock, signal);
	const result = { requestId, appId: undefined, task, outputs: [], seeds: {} };
	return { items: taskItems(result, [], readResultOptions(batch, itemIndex)), delivers: [] };
}
