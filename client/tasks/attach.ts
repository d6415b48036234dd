import { phaseOf } from '../api/lifecycle';
import type { TaskStatus } from '../api/taskStatus';
import { AiAppError } from '../errors/AiAppError';
import type { Clock } from '../ports';
import { retryFor } from '../resilience/retry';
import { settle } from '../settle';

type StatusReader = {
	/** For messages; undefined for models. */
	readonly appId: number | undefined;
	readonly deadline: number;
	readonly signal: AbortSignal | undefined;
	readonly status: (requestId: string) => Promise<TaskStatus>;
};

/**
 * Whether the task of an earlier attempt may still have a result.
 * @throws AiAppError when its status can't be read: it may cost money to create another one
 */
export async function isWorthAttaching(
	clock: Clock,
	{ requestId }: { readonly requestId: string },
	{ appId, deadline, signal, status }: StatusReader,
): Promise<boolean> {
	const leftMs = deadline - clock.now();
	const poll = await settle(() => retryFor(() => status(requestId), clock, leftMs, signal));
	if (poll.ok) return !phaseOf(poll.value.status).terminal || poll.value.status === 'Success';
	const { error } = poll;
	if (!(error instanceof AiAppError)) throw error;
	// 404 is normal right after a create, and the polling loop handles cancellation: both attach.
	if (error.kind === 'task_not_found' || signal?.aborted) return true;
	throw error.about({ requestId, appId });
}
