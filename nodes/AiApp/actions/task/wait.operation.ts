import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { waitForTask } from '../../../../client/index';
import type { Batch } from '../../execution/batch';
import { deliverResult } from '../../io/binary/downloadOutputs';
import type { ItemResult } from '../../execution/operation';
import { readRequestId, requestIdProperty } from '../parameters/requestId';
import {
	maxConcurrentTasks,
	maxFileSize,
	resultProperties,
	splitIntoItems,
} from '../parameters/result.description';
import { readResultOptions } from '../parameters/resultOptions';
import { interruptRunning, maxWait, onDeadline, readWaitOptions } from '../parameters/waitOptions';

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
