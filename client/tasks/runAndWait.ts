import { createAt, type AppTaskOptions, type AppTaskPorts } from './createAppTask';
import { isFree, recordEnd, recordFailure, recordLast } from './history';
import { settle } from '../settle';
import type { TaskStatus } from '../api/taskStatus';
import { AiAppError } from '../errors/AiAppError';
import { lostTask } from './createErrors';
import { hasEnded } from '../api/lifecycle';
import { assertSuccess } from './result';
import { withPlace, type Place } from '../resilience/rateLimiter';
import { waitForTask, type WaitEnd, type WaitOptions, type WaitPorts } from './wait';
import { noteRunning } from './stopTasks';

/**
 * Creates a task (or attaches to the one of an earlier attempt) and waits for its result, over an
 * open connection or by polling. Keeps its place until the task ends.
 * @throws AiAppError that knows the request id as soon as there is one
 */
export function runAndWait(
	ports: AppTaskPorts & WaitPorts,
	attempt: AppTaskOptions,
	wait: WaitOptions,
): Promise<WaitEnd> {
	const use = { isTracked: true, isHeld: attempt.isHeld === true };
	return withPlace(ports.executionQueue, use, (place) => runAt(place, ports, attempt, wait));
}

async function runAt(
	place: Place,
	ports: AppTaskPorts & WaitPorts,
	attempt: AppTaskOptions,
	wait: WaitOptions,
): Promise<WaitEnd> {
	const { appId, deadline, signal } = attempt;
	const { requestId, seeds, held, attached } = await createAt(place, ports, attempt);
	const known = { requestId, appId, seeds };
	const onEnd = (task: TaskStatus) => {
		place.release();
		const isNews = recordEnd(ports, attempt.key, task);
		if (isNews && !attached && isFree(task)) ports.spending.giveBack();
	};
	if (held) ports.pastTasks.record(appId, held.task);
	const ended = held && hasEnded(held.task) ? held : undefined;
	if (ended) onEnd(ended.task);
	const since = { deadline, isNew: !attached && !held, onEnd };
	const result = await settle(async () =>
		ended
			? { finished: true, result: assertSuccess({ ...known, ...ended }) }
			: waitForTask(ports, known, wait, signal, since),
	);
	if (result.ok) return result.value;
	const { error } = result;
	if (!(error instanceof AiAppError)) throw error;
	noteRunning(ports.progress, requestId, error);
	// Where we stopped it at a limit, each try would create a task and stop it in turn, all charged.
	recordFailure(ports.ledger, attempt.key, error);
	// A task whose outputs are not found is known to have succeeded.
	if (error.kind !== 'task_not_found' || error.details.status) throw error;
	if (attempt.retryUnconfirmed) recordLast(ports.ledger, attempt.key, { message: error.message });
	throw lostTask(error, attempt.retryUnconfirmed ? 'set' : 'offered');
}
