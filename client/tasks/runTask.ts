import { createAt, type AppTaskOptions, type AppTaskPorts } from './createAppTask';
import { settle } from '../settle';
import { AiAppError } from '../errors/AiAppError';
import { traitsOf } from '../errors/kinds';
import { lostTask } from './lostTask';
import { phaseOf } from '../api/lifecycle';
import { assertSuccess } from './result';
import type { Place } from '../resilience/place';
import { withPlace } from '../resilience/rateLimiter';
import { waitForTask, type WaitEnd, type WaitOptions, type WaitPorts } from './wait';

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
	const use = { isTracked: true, isHeld: attempt.holdMs !== undefined };
	return withPlace(ports.lane, use, (place) => runAt(place, ports, attempt, wait));
}

async function runAt(
	place: Place,
	ports: AppTaskPorts & WaitPorts,
	attempt: AppTaskOptions,
	wait: WaitOptions,
): Promise<WaitEnd> {
	const { appId, signal } = attempt;
	const { requestId, seeds, held, heldMs, attached } = await createAt(place, ports, attempt);
	const known = { requestId, appId, seeds };
	if (held) ports.durations.record(appId, held.task);
	const since = { waitedMs: heldMs, isNew: !attached && !held, onEnd: place.release };
	const result = await settle(async () =>
		held && phaseOf(held.task.status).terminal
			? { finished: true, result: assertSuccess({ ...known, ...held }) }
			: waitForTask(ports, known, wait, signal, since),
	);
	if (result.ok) return result.value;
	if (!(result.error instanceof AiAppError)) throw result.error;
	const error = result.error.about({ requestId, appId });
	if (traitsOf(error.kind).spendsTask) ports.ledger.forget(attempt.key);
	// Each try would create a task and stop it in turn, and all of them are charged.
	if (error.details.stoppedAtDeadline)
		ports.ledger.write(attempt.key, { state: 'stopped', requestId });
	// A task whose outputs are not found is known to have succeeded.
	if (error.kind !== 'task_not_found' || error.details.status) throw error;
	if (attempt.retryUnconfirmed) ports.ledger.forget(attempt.key);
	throw lostTask(error, attempt.retryUnconfirmed ? 'set' : 'offered');
}
