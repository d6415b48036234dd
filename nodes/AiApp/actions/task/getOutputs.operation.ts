import type { INodeProperties } from 'n8n-workflow';
import { hasEnded, readEnd, resultOf, retryWhileLate } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { deliverResult } from '../../io/binary/downloadOutputs';
import type { ItemResult, OperationOption } from '../operation';
import { requestIdProperty } from '../../parameters/requestIds';
import { earlierResultOptions, resultProperties } from '../../parameters/result.description';
import { openPanel } from '../../parameters/readParameter';
import { readResultOptions } from '../../parameters/resultOptions';

export const option: OperationOption = {
	name: 'Get Outputs',
	description: 'Get the outputs and files of a finished task',
	action: 'Get task outputs',
	builderHint: {
		propertyHint:
			'A task that did not succeed fails its item here. After \'Pause Execution\' or AI App Trigger, set "onError" to "continueErrorOutput", or check {{ $json.status }} before.',
	},
};

export const description: INodeProperties[] = [
	requestIdProperty,
	...resultProperties(),
	earlierResultOptions,
];

/** The outputs of a task; for an unfinished one its status, without outputs. */
export async function executeFor(
	context: ExecutionContext,
	requestId: string,
	itemIndex: number,
): Promise<ItemResult> {
	const { client, freeCalls, signal } = context;
	const options = readResultOptions(openPanel(context.ctx, itemIndex));
	const deadline = freeCalls();
	const task = await retryWhileLate(() => client.tasks.status(requestId, signal), deadline, signal);
	if (!hasEnded(task))
		return { items: await deliverResult(context, { requestId, task, outputs: [] }, options) };

	const end = await readEnd(client.tasks, { requestId, task }, { deadline, signal });
	return { items: await deliverResult(context, resultOf(end), options) };
}
