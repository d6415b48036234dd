import type { RequestRecord } from '../../../emulator/index.mts';
import { wasRefused } from './faults.mts';
import type { Seen } from './seen.mts';
import type { Witness } from './live.mts';
import { isAnswered, type TaskCourse } from './taskCourse.mts';

/** Sums of decimals have long tails. */
const ROUNDING = 1e-6;
const HOUR_MS = 60 * 60_000;

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
	const count = countedCreates(witness, runs).length;
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
		const seconds = known.reduce((sum, course) => sum + countedSeconds(course, witness), 0);
		return seconds < maxBilledSeconds + ROUNDING
			? []
			: [`a create after ${seconds} billed seconds, ${maxBilledSeconds} are allowed`];
	});
}

/** Where the service tells nothing, the node counts as long as it saw a task run. */
function countedSeconds({ endedAt, requests, ...course }: TaskCourse, { day }: Witness): number {
	if (course.toldSeconds !== undefined) return course.toldSeconds;
	const seen = requests.find((each) => isAnswered(each) && each.at >= course.runningAt);
	// Times are those of a clock that somebody sets.
	return seen && !day.clockJump ? Math.max(endedAt - seen.at, 0) / 1_000 : 0;
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
		(request) => isAnswered(request) && request.at >= course.endedAt && isBefore(request),
	);
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
