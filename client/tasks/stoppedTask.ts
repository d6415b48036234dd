import { AiAppError } from '../errors/AiAppError';
import type { StopLimit } from '../ports';
import { say } from '../parsing/say';

type Stopped = { readonly requestId: string; readonly by: StopLimit };

/** Why a retry creates no task where we stopped the first one at a limit ourselves. */
export function stoppedInEarlierTry(
	{ requestId, by }: Stopped,
	appId: number | undefined,
): AiAppError {
	const details = { requestId, appId };
	if (by === 'maxRunTime')
		return new AiAppError(
			'budget',
			say`This node interrupted the task at the max run time (request ID ${requestId})`,
			details,
			"Retries don't create another task. Raise 'Max Run Time' and run the workflow again. You pay for the time it ran.",
		);
	return new AiAppError(
		'timeout',
		say`This node stopped the task after the max wait time (request ID ${requestId})`,
		details,
		"Retries don't create another task. Raise 'Max Wait Time' and run the workflow again, or set 'On Timeout' to 'Fail, Keep Task Running' so that retries wait for the same task. You may be charged.",
	);
}
