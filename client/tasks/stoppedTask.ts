import { AiAppError } from '../errors/AiAppError';
import { say } from '../parsing/say';

/** Why another try creates no task where we stopped the first one at the deadline ourselves. */
export function stoppedInEarlierTry(requestId: string, appId: number | undefined): AiAppError {
	return new AiAppError(
		'timeout',
		say`This node stopped the task of this item when Max Wait Time was over (request ID ${requestId}), so another try creates none`,
		{ requestId, appId },
		'Raise Max Wait Time in the options and run the workflow again: a new execution creates a new task. Or leave the task running when Max Wait Time is over: then each try of Retry On Fail goes on waiting for it.',
	);
}
