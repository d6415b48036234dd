import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { repeatedWhileLate } from '../../../../client/index';
import type { Batch } from '../../execution/batch';
import { taskItems } from '../../io/items/taskItems';
import type { ItemResult } from '../../execution/operation';
import { readRequestId, requestIdProperty } from '../parameters/requestId';
import { resultShape } from '../parameters/result.description';
import { readResultOptions } from '../parameters/resultOptions';

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
