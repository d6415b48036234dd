import type { INodeProperties } from 'n8n-workflow';
import { interruptTask, lookAfterStop } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult, OperationOption } from '../operation';
import { requestIdProperty } from '../../parameters/requestIds';
import { afterStop } from '../../io/items/afterStop';

export const option: OperationOption = {
	name: 'Interrupt',
	description: 'Stop a running task. You pay for the time it ran.',
	action: 'Interrupt task',
};

export const description: INodeProperties[] = [requestIdProperty];

export const stops = true;

/** The service may confirm an interruption that doesn't happen, so the status is checked later. */
export async function executeFor(
	{ client, clock, signal }: ExecutionContext,
	requestId: string,
): Promise<ItemResult> {
	await interruptTask({ tasks: client.tasks, clock }, requestId, signal);
	const confirmed = { how: 'interrupted', status: undefined } as const;
	const ports = { tasks: client.tasks, clock };
	const end = await lookAfterStop(ports, requestId, confirmed, { interruptRunning: true });
	return afterStop(requestId, end);
}
