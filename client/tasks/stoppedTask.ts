import { AiAppError } from '../errors/AiAppError';
import { say } from '../parsing/say';

/** Why a retry creates no task where we stopped the first one at the deadline ourselves. */
export function stoppedInEarlierTry(requestId: string, appId: number | undefined): AiAppError {
	return new AiAppError(
		'timeout',
		say`This node stopped the task after the max wait time (request ID ${requestId})`,
		{ requestId, appId },
		"Retries don't create another task. Raise 'Max Wait Time' and run the workflow again, or set 'On Timeout' to 'Fail, Keep Task Running' so that retries wait for the same task. You may be charged.",
	);
}
