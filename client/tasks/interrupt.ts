import { settle } from '../settle';
import { AiAppError } from '../errors/AiAppError';
import { hasEnded } from '../api/lifecycle';
import { isTransient, retry } from '../resilience/retry';
import type { StopPorts } from './stop';

/**
 * Interrupts a running task. Unlike cancel this is not idempotent: when an answer was lost and the
 * next try is refused, the first one may have worked, and the state of the task tells.
 * @throws AiAppError kind `conflict` when the task is not running
 */
export async function interruptTask(
	{ tasks, clock }: StopPorts,
	requestId: string,
	signal: AbortSignal | undefined,
): Promise<void> {
	let unanswered = false;
	await retry(
		async () => {
			const result = await settle(() => tasks.interrupt(requestId));
			if (result.ok) return;
			const isRefused = result.error instanceof AiAppError && result.error.kind === 'conflict';
			unanswered ||= isTransient(result.error);
			if (!isRefused || !unanswered) throw result.error;
			const task = await tasks.status(requestId, signal);
			if (task.status === 'Success' || !hasEnded(task)) throw result.error;
		},
		clock,
		signal,
	);
}
