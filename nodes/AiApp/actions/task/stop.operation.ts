import type { INodeProperties } from 'n8n-workflow';
import { stopThenLook } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult, OperationOption } from '../operation';
import { openPanel } from '../../parameters/readParameter';
import { afterStop } from '../../io/items/afterStop';
import { requestIdProperty } from '../../parameters/requestIds';

export const option: OperationOption = {
	name: 'Stop',
	description: "Cancel or interrupt a task, depending on its status. Use this if you're not sure.",
	action: 'Stop task',
};

const interruptIfRunning: INodeProperties = {
	displayName: 'Interrupt Running Tasks',
	name: 'interruptRunning',
	type: 'boolean',
	default: true,
	description:
		"Whether to interrupt the task if it's already running. You pay for the time it ran.",
};

export const description: INodeProperties[] = [requestIdProperty, interruptIfRunning];

export const stops = true;

/**
 * Cancels or interrupts a task, depending on its status. Waits for a while for a preparing task.
 * @throws AiAppError kind `conflict` if the task keeps running although it shouldn't
 */
export async function executeFor(
	context: ExecutionContext,
	requestId: string,
	itemIndex: number,
): Promise<ItemResult> {
	const { client, clock, ctx } = context;
	const interruptRunning = openPanel(ctx, itemIndex).isShownOn(interruptIfRunning);
	const options = { interruptRunning, isImpatient: true };
	const end = await stopThenLook({ tasks: client.tasks, clock }, requestId, options);
	return afterStop(requestId, end, !interruptRunning);
}
