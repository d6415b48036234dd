import { AiAppError, type ErrorDetails } from '../errors/AiAppError';
import { say } from '../parsing/say';
import { retry } from '../resilience/retry';
import type { TaskRef } from '../api/taskResult';
import { describeStop } from './describeStop';
import { readStopped } from './overrun';
import { withLastError, type PollTimeout } from './poll';
import { stopTask } from './stop';
import type { WaitEnd, WaitOptions, WaitPorts, WaitSince } from './waitOptions';

/**
 * What becomes of a task that hasn't finished within Max Wait Time.
 * @param onEnd called with the task if it was stopped and has ended
 * @throws AiAppError kind `timeout`, unless the task is to be returned as it is
 */
export async function atDeadline(
	ports: WaitPorts,
	known: TaskRef,
	timeout: PollTimeout,
	wait: WaitOptions,
	onEnd: WaitSince['onEnd'],
): Promise<WaitEnd> {
	const { requestId } = known;
	const { last } = timeout;
	if (wait.onTimeout === 'return') {
		const task = last ?? (await retry(() => ports.tasks.status(requestId), ports.clock));
		return { finished: false, result: { ...known, task, outputs: [] } };
	}
	if (wait.onTimeout !== 'stop') throw late(requestId, timeout, wait, { status: last?.status });
	const outcome = await stopTask(ports, requestId, wait);
	const stoppedBy =
		outcome.how === 'still_running' || outcome.how === 'already_finished'
			? undefined
			: ('maxWaitTime' as const);
	const ended = stoppedBy && (await readStopped(ports, requestId));
	const details = { status: outcome.status, stoppedBy, billedSeconds: ended?.billedSeconds };
	if (ended) onEnd?.(ended);
	const error = late(requestId, timeout, wait, details);
	throw new AiAppError(
		error.kind,
		say`${error}`,
		details,
		say`Raise 'Max Wait Time' in the options if the app needs longer. ${describeStop(requestId, outcome)}`,
	);
}

function late(
	requestId: string,
	timeout: PollTimeout,
	{ maxWaitMs }: WaitOptions,
	details: ErrorDetails,
): AiAppError {
	const minutes = Math.round(maxWaitMs / 6_000) / 10;
	const limit = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
	const then = details.stoppedBy ? `${limit} and was stopped` : limit;
	const status = timeout.last?.status ?? 'unknown';
	const error = new AiAppError(
		'timeout',
		say`The task didn't finish within ${then} (request ID ${requestId}, last status: ${status})`,
		details,
	);
	return withLastError(error, timeout);
}
