import type { INodeProperties } from 'n8n-workflow';
import { interruptTask } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { stoppedItem } from '../../io/items/items';
import type { ItemResult, OperationOption } from '../../execution/operation';
import { readRequestId, requestIdProperty } from '../parameters/requestId';

export const option: OperationOption = {
	name: 'Interrupt',
	description: 'Stop a running task. You pay for the time it ran.',
	action: 'Interrupt task',
};

export const description: INodeProperties[] = [requestIdProperty];

export async function execute(
	context: ExecutionContext,
	itemIndex: number,
	turn: number,
): Promise<ItemResult> {
	const { client, clock, signal } = context;
	const requestId = readRequestId(context, itemIndex, turn);
	await interruptTask({ tasks: client.tasks, clock }, requestId, signal);
	return { items: [stoppedItem(requestId, 'interrupted')] };
}
