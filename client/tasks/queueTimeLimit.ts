import { settle } from '../settle';
import { hasBegun, isQueued } from '../api/lifecycle';
import type { TaskStatus } from '../api/taskStatus';
import { AiAppError } from '../errors/AiAppError';
import { durationText, say } from '../parsing/say';
import type { Clock } from '../ports';
import { isTransient } from '../resilience/retry';

export type QueueTime = {
	/** How long the task may queue; left out where there is no limit. */
	readonly maxQueueMs?: number | undefined;
	/** Takes it out of the queue; left out where that's impossible. */
	readonly cancel?: () => Promise<void>;
};

/**
 * A cancel is sent only for a task that was just seen in the queue and never out of it: then it's free.
 * Without an answer it may have worked, so the next poll tells; it is sent again while the task is queued.
 */
export function createQueueTimeLimit(
	{ now }: Clock,
	startedAt: number,
	{ maxQueueMs = Infinity, cancel }: QueueTime,
) {
	const until = startedAt + maxQueueMs;
	let isOver = false;
	let isUnanswered = false;
	return {
		/** To be called after each poll that was answered. */
		async hasCanceled({ status, billedSeconds = 0 }: TaskStatus): Promise<boolean> {
			if (status === 'Canceled') return isUnanswered && billedSeconds === 0;
			isOver ||= hasBegun(status);
			if (!cancel || isOver || !isQueued(status) || now() < until) return false;
			const call = await settle(cancel);
			if (call.ok) return true;
			isUnanswered ||= isTransient(call.error);
			isOver = !isTransient(call.error);
			return false;
		},
		/** The pause before the next poll: shorter if the limit is reached earlier. */
		shorten: (pauseMs: number) => (now() < until ? Math.min(pauseMs, until - now()) : pauseMs),
	};
}

/** Why an item whose task didn't begin in time has no result. */
export function queuedTooLong(requestId: string, maxQueueMs: number): AiAppError {
	return new AiAppError(
		'queue_timeout',
		say`Canceled after ${durationText(maxQueueMs)} in the queue (request ID ${requestId})`,
		{ status: 'Canceled' },
	);
}
