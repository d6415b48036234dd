import type { RequestRecord } from '../../../emulator/index.mts';
import { wasAnswered, wasRefused } from './faults.mts';
import type { Seen } from './seen.mts';
import type { Witness } from './live.mts';
import type { TaskCourse } from './taskCourse.mts';

/** Sums of decimals have long tails. */
const ROUNDING = 1e-6;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What was created above a limit, by the service's own records. */
export function overspent(witness: Witness, courses: readonly TaskCourse[]): readonly string[] {
	const { executions, day } = witness;
	const ids = [...new Set(executions.map(({ id }) => id))];
	// Calls without an execution have few tasks, and happen at the same time.
	const isByExecution = day.caller === 'workflow' || day.caller === 'execution';
	const runs = isByExecution ? ids.map((id) => executions.filter((seen) => seen.id === id)) : [];
	const isWaitedFor = day.waitMode === 'poll' || day.waitMode === 'keepOpen';
	return [
		...runs.flatMap((of) => aboveMaxTasks(witness, of)),
		...(isWaitedFor ? runs.flatMap((of) => aboveMaxBilled(witness, of, courses)) : []),
		...aboveMaxPerHour(witness),
	];
}

/** Creates that reached a task, or may have. */
function countedCreates({ creates }: Witness, runs: readonly Seen[]): readonly RequestRecord[] {
	const sent = new Set(runs.flatMap(({ from, to }) => creates.slice(from, to)));
	return [...sent].filter((create) => !wasRefused(create));
}

function aboveMaxTasks(witness: Witness, runs: readonly Seen[]): readonly string[] {
	const { maxTasks = Infinity } = witness.day.spending;
	const creates = countedCreates(witness, runs);
	// A task that was canceled before it ran is given back.
	const free = creates.filter(({ requestId }) =>
		witness.tasks.some((task) => task.requestId === requestId && task.stop?.by === 'cancel'),
	);
	const count = creates.length - free.length;
	return count > maxTasks ? [`${count} tasks in an execution, ${maxTasks} are allowed`] : [];
}

/** Nothing is created once the node has seen enough tasks of the execution end. */
function aboveMaxBilled(
	witness: Witness,
	runs: readonly Seen[],
	courses: readonly TaskCourse[],
): readonly string[] {
	const { maxBilledSeconds = Infinity } = witness.day.spending;
	const creates = countedCreates(witness, runs);
	const own = courses.filter(({ create }) => create && creates.includes(create));
	return creates.flatMap((create) => {
		const known = own.filter((course) => wasSeenToEnd(course, create, witness));
		const seconds = known.reduce((sum, { billedSeconds }) => sum + billedSeconds, 0);
		return seconds < maxBilledSeconds + ROUNDING
			? []
			: [`a create after ${seconds} billed seconds, ${maxBilledSeconds} are allowed`];
	});
}

/**
 * Whether the node knew before a create that the task of another one has ended. What happens at the
 * same moment counts only if one thing is done after the other.
 */
function wasSeenToEnd(course: TaskCourse, create: RequestRecord, witness: Witness): boolean {
	const { day, requests } = witness;
	const isBefore = (request: RequestRecord) =>
		request.at < create.at ||
		(day.options.maxAtATime === 1 && requests.indexOf(request) < requests.indexOf(create));
	const wasHeld = day.waitMode === 'keepOpen' || day.wrongPrefix;
	if (wasHeld && course.create?.status === 200 && course.create.fault === undefined)
		return course.endedAt < create.at;
	return course.requests.some(
		(request) => isStatus(request) && request.at >= course.endedAt && isBefore(request),
	);
}

function isStatus({ operation, status, fault }: RequestRecord): boolean {
	return operation === 'status' && status === 200 && fault === undefined;
}

/** In any 60 minutes of the account, those of earlier days included. */
function aboveMaxPerHour({ day, creates, earlierCreates }: Witness): readonly string[] {
	const { maxTasksPerHour = Infinity } = day.spending;
	const counted = [...earlierCreates, ...creates].filter((create) => !wasRefused(create));
	return creates.flatMap((create) => {
		if (wasRefused(create)) return [];
		const before = counted
			.slice(0, counted.indexOf(create) + 1)
			.filter(
				({ at, headers }) => headers.host === create.headers.host && at > create.at - HOUR_MS,
			).length;
		return before > maxTasksPerHour
			? [`${before} creates within an hour, ${maxTasksPerHour} are allowed`]
			: [];
	});
}

/** The time between two polls: at most the limit, and never longer than this. */
const MOST_UNSEEN_MS = 20_000;
/** A poll and the interrupt after it. */
const STOP_MS = 1_000;
/** A fault can take so long, and the retry after it. A new task isn't found at first. */
const FAULT_MS = 150_000;

/**
 * Tasks that ran longer than Max Run Time, or queued longer than Max Queue Time, and were waited for. A
 * refused request may end the wait; what wasn't confirmed isn't known to the node.
 */
export function overran(witness: Witness, courses: readonly TaskCourse[]): string[] {
	const { day, creates, endedAt, executions } = witness;
	if (day.waitMode !== 'poll' || day.wrongPrefix) return [];
	const maxRunMs = (day.spending.maxRunSeconds ?? Infinity) * 1_000;
	const maxQueueMs = (day.maxQueueMinutes ?? Infinity) * MINUTE_MS;
	return courses.flatMap((course) => [
		...beyond(course, course.runningAt, Infinity, maxRunMs, Math.min(maxRunMs, MOST_UNSEEN_MS)),
		// The limit itself is a time to poll.
		...beyond(course, course.task.createdAt, course.preparingAt, maxQueueMs, 0),
	]);

	function beyond(
		{ task, create, requests, ...course }: TaskCourse,
		from: number,
		until: number,
		limitMs: number,
		unseenMs: number,
	): string[] {
		const mostMs = limitMs + unseenMs + STOP_MS;
		const faults = requests.flatMap(({ fault }) => fault ?? []);
		const failures = requests.filter(({ fault, status = 0 }) => fault || status >= 400).length;
		const isKnown = create !== undefined && wasAnswered(create) && create.fault === undefined;
		// An item's time begins before its task is created, and not before its execution.
		const index = create ? creates.indexOf(create) : -1;
		const begunAt = executions.find((seen) => seen.from <= index && index < seen.to)?.startedAt;
		const waitedUntil = (begunAt ?? 0) + day.options.maxWaitMinutes * MINUTE_MS;
		const tookMs = Math.min(until, course.endedAt, endedAt) - from;
		const isExcused = !isKnown || faults.some(endsWait) || from + mostMs > waitedUntil;
		return isExcused || tookMs <= mostMs + failures * FAULT_MS
			? []
			: [`${task.requestId} took ${tookMs} ms, ${limitMs} are allowed`];
	}
}

function endsWait(fault: string): boolean {
	return ['refuse', 'answer', 'redirect', 'echo'].includes(fault);
}
