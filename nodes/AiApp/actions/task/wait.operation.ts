import type { INodeProperties } from 'n8n-workflow';
import { waitForTask } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { deliverResult } from '../../io/binary/downloadOutputs';
import type { ItemResult, OperationOption } from '../operation';
import { requestIdProperty } from '../../parameters/requestIds';
import {
	maxItemsAtATime,
	outputOptions,
	resultProperties,
} from '../../parameters/result.description';
import { openPanel } from '../../parameters/readParameter';
import { readResultOptions } from '../../parameters/resultOptions';
import { maxWait, onTimeout, readWaitOptions } from '../../parameters/waitOptions';
import { optionsWith } from '../../parameters/options';

export const option: OperationOption = {
	name: 'Wait for Completion',
	description: 'Wait until a task is finished and get its result',
	action: 'Wait for task completion',
};

export const description: INodeProperties[] = [
	requestIdProperty,
	...resultProperties(),
	optionsWith(...outputOptions(), maxItemsAtATime, maxWait, onTimeout),
];

export const streams = true;

export async function executeFor(
	context: ExecutionContext,
	requestId: string,
	itemIndex: number,
): Promise<ItemResult> {
	const panel = openPanel(context.ctx, itemIndex);
	const wait = readWaitOptions(panel);
	const shape = readResultOptions(panel);
	const progress = context.stream.progressOf({ itemIndex });
	const ports = { ...context.ports, progress };
	const { signal } = context;
	const { result } = await waitForTask(ports, { ...wait, ref: { requestId }, signal });
	const items = await deliverResult(context, result, shape);
	return { items, result };
}
