import type { TaskStatus } from '../api/taskStatus';
import { AiAppError, type ErrorDetails } from '../errors/AiAppError';
import { durationText } from '../parsing/counted';
import { say } from '../parsing/say';
import type { TaskRef } from '../api/taskResult';
import { describeStop } from './stopTasks';
import { readStopped } from './overrun';
import { withLastError, type PollTimeout } from './poll';
import { stopTask } from './stop';
import type { WaitOptions, WaitPorts, WaitSince } from './waitOptions';

/**
 * Stops a task that hasn't finished within Max Wait Time, if that is asked for.
 * @returns the task if it finished at that very moment
 * @throws AiAppError kind `timeout`
 */
export async function endAtDeadline(
	ports: WaitPorts,
	{ requestId }: TaskRef,
	timeout: PollTimeout,
	wait: WaitOptions,
	onEnd: WaitSince['onEnd'],
): Promise<TaskStatus> {
	const { last } = timeout;
	if (wait.onTimeout !== 'stop') throw late(requestId, timeout, wait, { status: last?.status });
	const outcome = await stopTask(ports, requestId, wait);
	const isStopped = outcome.how === 'canceled' || outcome.how === 'interrupted';
	const ended = outcome.how === 'still_running' ? undefined : await readStopped(ports, requestId);
	if (ended && !isStopped) return ended;
	if (ended) onEnd?.(ended);
	const stoppedBy = isStopped ? ('maxWaitTime' as const) : undefined;
	const status = ended?.status ?? (outcome.how === 'canceled' ? 'Canceled' : outcome.status);
	const details = { status, stoppedBy, billedSeconds: ended?.billedSeconds };
	throw late(requestId, timeout, wait, details, describeStop(requestId, outcome));
}

function late(
	requestId: string,
	timeout: PollTimeout,
	{ maxWaitMs }: WaitOptions,
	details: ErrorDetails,
	stop?: string,
): AiAppError {
	const limit = durationText(maxWaitMs);
	const then = details.stoppedBy ? `${limit} and was stopped` : limit;
	const status = timeout.last?.status ?? 'unknown';
	const error = new AiAppError(
		'timeout',
		say`The task didn't finish within ${then} (request ID ${requestId}, last status: ${status})`,
		details,
		stop === undefined
			? undefined
			: say`Raise 'Max Wait Time' under 'Limits' if the app needs longer. ${stop}`,
	);
	return withLastError(error, timeout);
}
