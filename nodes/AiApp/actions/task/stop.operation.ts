import type { INodeProperties } from 'n8n-workflow';
import { AiAppError, describeStop, say, stopTask, type Stopped } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { stoppedItem } from '../../io/items/items';
import type { ItemResult, OperationOption } from '../../execution/operation';
import { readRequestId, requestIdProperty } from '../parameters/requestId';

export const option: OperationOption = {
	name: 'Stop',
	description: "Cancel or interrupt a task, depending on its status. Use this if you're not sure.",
	action: 'Stop task',
};

export const description: INodeProperties[] = [
	requestIdProperty,
	{
		displayName: 'Interrupt Running Tasks',
		name: 'interruptRunning',
		type: 'boolean',
		default: true,
		description:
			"Whether to interrupt the task if it's already running. You pay for the time it ran.",
	},
];

/**
 * Stops a task by what its state allows; one that prepares is followed for a while.
 * @throws AiAppError kind `conflict` when the task keeps running although it should not
 */
export async function execute(context: ExecutionContext, itemIndex: number): Promise<ItemResult> {
	const { client, clock, ctx } = context;
	const requestId = readRequestId(context, itemIndex);
	const interruptRunning = ctx.getNodeParameter('interruptRunning', itemIndex, true) === true;
	const options = { interruptRunning, isImpatient: true };
	const stopped = await stopTask({ tasks: client.tasks, clock }, requestId, options);
	if (stopped.how !== 'still_running' || (!interruptRunning && stopped.status === 'Running'))
		return { items: [stoppedItem(requestId, stopped.how, stopped.status)] };
	throw notStopped(requestId, stopped);
}

/** A refusal says why; where none came, the task was in none of the states that can be stopped. */
function notStopped(requestId: string, stopped: Stopped): AiAppError {
	const { trouble, status } = stopped;
	const about = { ...trouble?.details, requestId, status };
	if (trouble && trouble.kind !== 'conflict')
		return new AiAppError(
			trouble.kind,
			say`Task ${requestId} could not be stopped. ${trouble}`,
			about,
			trouble.ownAdvice,
		);
	return new AiAppError(
		'conflict',
		say`${describeStop(requestId, stopped)}`,
		about,
		'The task was in no state that allows a stop. Use Task: Get Status to see what became of it, or run Task: Stop again.',
	);
}
