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
	const isRefused = how === 'still_running' && !(mayRunOn && status === 'Running');
	if (isUnread(end) || isRefused) throw notStopped(requestId, end);
	const json = omitUndefined({ request_id: requestId, result: how, previous_status: status });
	return { items: [{ json }], stop: { requestId, how } };
}

/**
 * The error for a task that wasn't stopped, or of which that is unknown. If the last error is of
 * kind `conflict`, or there's none, the status of the task allowed no stop.
 */
function notStopped(requestId: string, end: StopEnd): AiAppError {
	const { lastError, status } = end;
	const facts = { requestId, status, lastError, cost: 'unknown' } as const;
	if (isUnread(end))
		return new AiAppError('conflict', say`${unreadStop(requestId)}`, {
			...facts,
			reason: 'stopUnread',
		});
	const what = say`Couldn't stop task ${requestId}`;
	if (lastError && lastError.kind !== 'conflict')
		return lastError.about({ requestId, status }).saying(say`${what}. ${lastError}`);
	return new AiAppError('conflict', say`${what} (last status: ${statusText(status)})`, {
		...lastError?.details,
		...facts,
		reason: 'stopRefused',
	});
}
