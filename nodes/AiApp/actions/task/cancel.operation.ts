import type { INodeProperties } from 'n8n-workflow';
import { lookAfterStop, retry } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult, OperationOption } from '../operation';
import { requestIdProperty } from '../../parameters/requestIds';
import { afterStop } from '../../io/items/afterStop';

export const option: OperationOption = {
	name: 'Cancel',
	description:
		'Remove a queued task from the queue, free of charge. Has no effect on running tasks.',
	action: 'Cancel task',
};

export const description: INodeProperties[] = [requestIdProperty];

export const stops = true;

/** The service may confirm a cancellation that doesn't happen, so the status is checked later. */
export async function executeFor(
	{ client, clock, freeCalls, signal }: ExecutionContext,
	requestId: string,
): Promise<ItemResult> {
	await retry(() => client.tasks.cancel(requestId), freeCalls(), signal);
	const confirmed = { how: 'canceled', status: undefined } as const;
	const ports = { tasks: client.tasks, clock };
	const end = await lookAfterStop(ports, requestId, confirmed, { interruptRunning: false });
	return afterStop(requestId, end);
}
