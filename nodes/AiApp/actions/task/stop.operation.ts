import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { AiAppError, describeStop, stopTask, say } from '../../../../client/index';
import type { Batch } from '../../batch';
import { stoppedItem } from '../../io/items';
import type { ItemResult } from '../operation';
import { readRequestId, requestIdProperty } from '../requestId';

const displayOptions = { show: { resource: ['task'], operation: ['stop'] } };

export const description: INodeProperties[] = updateDisplayOptions(displayOptions, [
	requestIdProperty,
	{
		displayName: 'Interrupt if Running',
		name: 'interruptIfRunning',
		type: 'boolean',
		default: true,
		description:
			'Whether to interrupt the task when it runs already. What has run by then is charged.',
	},
]);

/**
 * Stops a task by what its state allows; one that prepares is followed for a while.
 * @throws AiAppError kind `conflict` when the task goes on although it should not
 */
export async function execute(batch: Batch, itemIndex: number): Promise<ItemResult> {
	const { client, clock, fns } = batch;
	const requestId = readRequestId(batch, itemIndex);
	const interrupt = fns.getNodeParameter('interruptIfRunning', itemIndex, true) as boolean;
	const stopped = await stopTask({ tasks: client.tasks, clock }, requestId, interrupt);
	if (stopped.how !== 'goesOn' || (!interrupt && stopped.status === 'Running'))
		return { items: [stoppedItem(requestId, stopped.how, stopped.status)], delivers: [] };
	throw new AiAppError('conflict', say`${describeStop(requestId, stopped)}`, {
		requestId,
		status: stopped.status,
	});
}
