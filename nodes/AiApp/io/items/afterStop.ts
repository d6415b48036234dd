import {
	AiAppError,
	isUnread,
	say,
	statusText,
	unreadStop,
	type StopEnd,
} from '../../../../client/index';
import { omitUndefined } from './plainItems';

/**
 * The result of an operation that stops a task.
 * @param mayRunOn whether a running task may keep running
 * @throws AiAppError kind `conflict` if it keeps running although it shouldn't, or the service's
 * refusal
 */
export function afterStop(requestId: string, end: StopEnd, mayRunOn = false) {
	const { how, status } = end;
	if (isUnread(end)) throw unread(requestId, end);
	if (how === 'still_running' && !(mayRunOn && status === 'Running'))
		throw notStopped(requestId, end);
	const json = omitUndefined({ request_id: requestId, result: how, previous_status: status });
	return { items: [{ json }], stop: { requestId, how } };
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
