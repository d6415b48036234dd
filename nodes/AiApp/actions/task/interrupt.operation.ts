import type { INodeProperties } from 'n8n-workflow';
import { interruptTask } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { stoppedItem } from '../../io/items/items';
import type { ItemResult, OperationOption } from '../../execution/operation';
import { requestIdProperty } from '../parameters/requestId';

export const option: OperationOption = {
	name: 'Interrupt',
	description: 'Stop a running task. You pay for the time it ran.',
	action: 'Interrupt task',
};

export const description: INodeProperties[] = [requestIdProperty];

export async function executeFor(
	{ client, clock, signal }: ExecutionContext,
	requestId: string,
): Promise<ItemResult> {
	await interruptTask({ tasks: client.tasks, clock }, requestId, signal);
	return { items: [stoppedItem(requestId, 'interrupted')] };
}
