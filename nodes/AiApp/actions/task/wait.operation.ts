import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { waitForTask } from '../../../../client/index';
import type { Batch } from '../../batch';
import { deliverResult } from '../../results';
import type { ItemResult } from '../operation';
import { readRequestId, requestIdProperty } from '../requestId';
import {
	maxConcurrentTasks,
	maxFileSize,
	resultProperties,
	splitIntoItems,
} from '../result.properties';
import { readResultOptions } from '../resultOptions';
import { interruptRunning, maxWait, onDeadline, readWaitOptions } from '../waitOptions';

const displayOptions = { show: { resource: ['task'], operation: ['wait'] } };

export const description: INodeProperties[] = updateDisplayOptions(displayOptions, [
	requestIdProperty,
	...resultProperties(),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			interruptRunning,
			maxConcurrentTasks,
			maxFileSize,
			maxWait,
			splitIntoItems,
			onDeadline,
		],
	},
]);

/** Attaches to a task, whoever created it, and returns its result as App: Run does. */
export async function execute(batch: Batch, itemIndex: number): Promise<ItemResult> {
	const known = { requestId: readRequestId(batch, itemIndex), appId: undefined, seeds: {} };
	const wait = readWaitOptions(batch, itemIndex);
	const shape = readResultOptions(batch, itemIndex);
	const ports = { ...batch, tasks: batch.client.tasks };
	const { result } = await waitForTask(ports, known, wait, batch.signal);
	const items = await deliverResult(batch, result, shape);
	return { items, delivers: [], task: result.task };
}
