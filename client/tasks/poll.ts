import { hasEnded, hasLeftQueue, isQueued, mayRun } from '../api/lifecycle';
import { settle } from '../settle';
import type { AiAppError } from '../errors/AiAppError';
import type { Clock, SentTask } from '../ports';
import { leftMs, type Deadline } from '../resilience/deadline';
import { isTransient, backoffMs } from '../resilience/retry';
import { nextPollDelayMs } from './pollInterval';
import type { TaskStatus } from '../api/taskStatus';
import { UNKNOWN_TASK_MS } from '../resilience/timeLimits';

export type PollEnd =
	| { readonly end: 'terminal'; readonly task: TaskStatus }
	| PollTimeout
	| { readonly end: 'stopped' }
	/** It is still in the queue, where it has waited for longer than it may. */
	| { readonly end: 'overdue'; readonly last: TaskStatus }
	/** It has been running for longer than it may. */
	| { readonly end: 'overrun'; readonly last: TaskStatus };

export type PollTimeout = {
	readonly end: 'deadline';
	readonly last: TaskStatus | undefined;
	readonly lastError: AiAppError | undefined;
};

export type PollOptions = {
	readonly read: () => Promise<TaskStatus>;
	/** Called with each answer about a task that hasn't ended. */
	readonly onPoll?: (task: TaskStatus) => void;
	readonly signal: AbortSignal | undefined;
	/** When the wait began, by the clock's `now`. */
	readonly startedAt: number;
	readonly deadline: Deadline;
	/** How long the task may queue and run; left out where there is no limit. */
	readonly maxQueueMs?: number | undefined;
	readonly maxRunMs?: number | undefined;
	/** What earlier attempts have seen of it, so that its limits count over all of them. */
	readonly course?: Pick<SentTask, 'begunAt' | 'createdAt' | 'runningAt'>;
	/** How long a task of this age can be left alone, as far as that is known of its app. */
	readonly knownDelayMs?: (ageMs: number) => number | undefined;
};

/**
 * Polls a task until it has ended, it has queued or run for too long, the deadline has passed or the
 * execution was canceled.
 * Dropped connections, 5xx, pages of proxies and the 404 of a new task are backed off and
 * forgotten at the next good answer.
 * @throws AiAppError when the service says that asking again is useless (key refused, task unknown)
 */
export async function pollUntilEnd(options: PollOptions): Promise<PollEnd> {
	const { read, signal, startedAt, deadline } = options;
	const { clock } = deadline;
	let last: TaskStatus | undefined;
	let failures = 0;
	let lastError: AiAppError | undefined;
	const queueTime = createQueueTimeLimit(options);
	const runTime = createRunTimeLimit(options);
	let pauseMs = delayMs(undefined);
	for (;;) {
		await clock.sleep(
			Math.min(runTime.shorten(queueTime.shorten(pauseMs)), leftMs(deadline)),
			signal,
		);
		if (signal?.aborted) return { end: 'stopped' };
		const result = await settle(read);
		if (result.ok) {
			failures = 0;
			lastError = undefined;
			last = result.value;
			if (hasEnded(last)) return { end: 'terminal', task: last };
			options.onPoll?.(last);
			if (queueTime.isOver(last.status)) return { end: 'overdue', last };
			pauseMs = delayMs(last.status);
		} else {
			if (signal?.aborted) return { end: 'stopped' };
			lastError = requireTransient(result.error, clock.now() - startedAt);
			pauseMs = backoffMs(++failures, clock.random, lastError.details.retryAfterMs);
		}
		if (last && runTime.isReached(last.status)) return { end: 'overrun', last };
		if (leftMs(deadline) === 0) return { end: 'deadline', last, lastError };
	}

	function delayMs(status: string | undefined): number {
		const ageMs = clock.now() - startedAt;
		return nextPollDelayMs(ageMs, status, options.knownDelayMs?.(ageMs));
	}
}

function requireTransient(error: AiAppError, ageMs: number): AiAppError {
	const isNew = error.kind === 'task_not_found' && ageMs < UNKNOWN_TASK_MS;
	if (isNew || isTransient(error) || isForeign(error)) return error;
	throw error;
}

/**
 * A refusal without a code may come from a firewall or a proxy, so it doesn't end the wait for a
 * task that exists. The exception is 401: the service itself sends no code when the key is wrong.
 */
function isForeign({ details: { code, httpStatus = 0 } }: AiAppError): boolean {
	return code === undefined && httpStatus >= 400 && httpStatus < 500 && httpStatus !== 401;
}

type TimeLimit = Pick<PollOptions, 'course' | 'deadline' | 'maxQueueMs' | 'maxRunMs' | 'startedAt'>;

/** Converts a time by the machine's clock to one by `now`, which isn't in the future. */
function monotonic({ now, wallNow }: Clock, at: number): number {
	return now() - Math.max(wallNow() - at, 0);
}

/**
 * Limits the time in the queue. A task that has begun is charged, so the limit no longer ends it,
 * whatever its status says later. The time is counted by `now`, which setting the machine's clock
 * doesn't change. The course keeps it by the machine's clock, for later attempts.
 */
function createQueueTimeLimit({
	course = {},
	deadline: { clock },
	maxQueueMs = Infinity,
	startedAt,
}: TimeLimit) {
	const { begunAt, createdAt } = course;
	const since = createdAt === undefined ? startedAt : monotonic(clock, createdAt);
	const until = since + maxQueueMs;
	let hasLeft = begunAt !== undefined;
	return {
		/** To be called after each poll that was answered. */
		isOver(status: string): boolean {
			hasLeft ||= hasLeftQueue(status);
			return !hasLeft && isQueued(status) && clock.now() >= until;
		},
		/** The pause before the next poll: shorter if the limit is reached earlier. */
		shorten(pauseMs: number): number {
			const ms = until - clock.now();
			return hasLeft || ms <= 0 ? pauseMs : Math.min(pauseMs, ms);
		},
	};
}

/**
 * A short limit for the run time mustn't cause frequent polls while a task is in the queue, which
 * may take hours.
 */
const SHORTEST_LOOK_MS = 2_000;

/**
 * The run time starts at the first poll that shows that the task may be running. Only this
 * machine's time counts: a wrong clock at the service mustn't interrupt paid work. It's counted by
 * `now`, which setting the machine's clock doesn't change. The course keeps it by the machine's
 * clock, for later attempts. A task may exceed the limit by the time between two polls: at most the
 * limit itself, or two seconds if that is longer.
 */
function createRunTimeLimit({ course = {}, deadline: { clock }, maxRunMs = Infinity }: TimeLimit) {
	const { runningAt } = course;
	let runsSince = runningAt === undefined ? undefined : monotonic(clock, runningAt);
	return {
		/** To be called after each poll, with the last known status. */
		isReached(status: string): boolean {
			if (!mayRun(status)) return false;
			runsSince ??= clock.now();
			return clock.now() - runsSince >= maxRunMs;
		},
		/** The pause before the next poll: shorter if the task must be checked earlier. */
		shorten(pauseMs: number): number {
			if (runsSince === undefined) return Math.min(pauseMs, Math.max(maxRunMs, SHORTEST_LOOK_MS));
			const ms = runsSince + maxRunMs - clock.now();
			return ms <= 0 ? pauseMs : Math.min(pauseMs, ms);
		},
	};
}
