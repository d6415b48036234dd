import type { INodeProperties } from 'n8n-workflow';
import { AiAppError, say, statusText, stopTask, type Stopped } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { stoppedItem } from '../../io/items/items';
import type { ItemResult, OperationOption } from '../../execution/operation';
import { requireSwitch } from '../../io/readParameter';
import { requestIdProperty } from '../parameters/requestId';

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
	const interruptRunning = requireSwitch(
		interruptIfRunning.displayName,
		ctx.getNodeParameter(interruptIfRunning.name, itemIndex, true),
	);
	const options = { interruptRunning, isImpatient: true };
	const stopped = await stopTask({ tasks: client.tasks, clock }, requestId, options);
	if (stopped.how !== 'still_running' || (!interruptRunning && stopped.status === 'Running'))
		return { items: [stoppedItem(requestId, stopped.how, stopped.status)] };
	throw notStopped(requestId, stopped);
}

const STILL_RUNNING =
	'The task may still be running. Check it with Task: Get Status, or run Task: Stop again. You may be charged.';

/** A refusal of the service has its own reason. Without one, the status of the task allowed no stop. */
function notStopped(requestId: string, stopped: Stopped): AiAppError {
	const { lastError, status } = stopped;
	const what = say`Couldn't stop task ${requestId}`;
	if (lastError && lastError.kind !== 'conflict')
		return lastError.about({ requestId, status }).saying(say`${what}. ${lastError}`);
	return new AiAppError('conflict', say`${what} (last status: ${statusText(status)})`, {
		...{ ...lastError?.details, requestId, status },
		advice: lastError ? say`${lastError}. ${STILL_RUNNING}` : STILL_RUNNING,
	});
}
