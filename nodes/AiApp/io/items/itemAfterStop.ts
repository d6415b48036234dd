import type { INodeExecutionData } from 'n8n-workflow';
import {
	AiAppError,
	isUnread,
	say,
	statusText,
	unreadStop,
	type StopEnd,
} from '../../../../client/index';
import { stoppedItem } from './plainItems';

/**
 * The item of a task that was to be stopped.
 * @throws AiAppError kind `conflict` if it keeps running although it shouldn't, or the service's
 * refusal
 */
export function itemAfterStop(
	requestId: string,
	end: StopEnd,
	mayRunOn = false,
): INodeExecutionData {
	if (isUnread(end)) throw unread(requestId, end);
	if (end.how === 'still_running' && !(mayRunOn && end.status === 'Running'))
		throw notStopped(requestId, end);
	return stoppedItem(requestId, end.how, end.status);
}

function unread(requestId: string, { lastError, status }: StopEnd): AiAppError {
	const details = { requestId, status, lastError } as const;
	return new AiAppError('conflict', say`${unreadStop(requestId)}`, {
		...{ ...details, reason: 'stopUnread', cost: 'unknown' },
	});
}

/** Kind `conflict`, or no error, means that the status of the task allowed no stop. */
function notStopped(requestId: string, { lastError, status }: StopEnd): AiAppError {
	const what = say`Couldn't stop task ${requestId}`;
	if (lastError && lastError.kind !== 'conflict')
		return lastError.about({ requestId, status }).saying(say`${what}. ${lastError}`);
	const facts = { ...lastError?.details, requestId, status };
	return new AiAppError('conflict', say`${what} (last status: ${statusText(status)})`, {
		...{ ...facts, lastError },
		...{ reason: 'stopRefused', cost: 'unknown' },
	});
}
