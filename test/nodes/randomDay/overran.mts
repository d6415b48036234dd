import { isFalseStop, wasAnswered } from './faults.mts';
import type { Witness } from './live.mts';
import { isAnswered, type TaskCourse } from './taskCourse.mts';

const MINUTE_MS = 60_000;
/** The time between two polls: at most the limit, and never longer than this. */
const MOST_UNSEEN_MS = 20_000;
/** Between two polls of a later try, which is young. */
const NEXT_POLL_MS = 3_500;
/** A poll and the interrupt after it. */
const STOP_MS = 1_000;
/** A fault can take so long, and the retry after it. A new task isn't found at first. */
const FAULT_MS = 150_000;
/** A look shows that a task goes on. The second stop is the last. */
const LOOK_MS = 15_000;
const MOST_STOPS = 2;

/** A time in which a try waits for a task. */
type Wait = { readonly from: number; readonly until: number; readonly isLater: boolean };

/**
 * Tasks that ran longer than Max Run Time, or queued longer than Max Queue Time, and were waited for
 * when they should have been stopped, in whichever try. A refused request may end the wait; what wasn't
 * confirmed isn't known to the node.
 */
export function overran(witness: Witness, courses: readonly TaskCourse[]): string[] {
	const { day, endedAt } = witness;
	if (day.waitMode !== 'poll' || day.wrongPrefix) return [];
	const maxRunMs = (day.spending.maxRunSeconds ?? Infinity) * 1_000;
	const maxQueueMs = (day.maxQueueMinutes ?? Infinity) * MINUTE_MS;
	return courses.flatMap((course) => {
		const { task, preparingAt, runningAt } = course;
		const seenAt = course.requests.find((each) => isAnswered(each) && each.at >= runningAt)?.at;
		return [
			...beyond(course, {
				...{ from: runningAt, until: Infinity, limitMs: maxRunMs },
				...{ unseenMs: Math.min(maxRunMs, MOST_UNSEEN_MS), seenAt: seenAt ?? Infinity },
			}),
			...beyond(course, {
				...{ from: task.createdAt, until: preparingAt, limitMs: maxQueueMs },
				// The limit itself is a time to poll.
				...{ unseenMs: 0, seenAt: task.createdAt },
			}),
		];
	});

	function beyond(course: TaskCourse, limit: Limit): string[] {
		const { task, create, requests } = course;
		const { from, until, limitMs } = limit;
		const faults = requests.flatMap(({ fault }) => fault ?? []);
		const falseStops = requests.filter(isFalseStop);
		const failures = requests.filter(
			(each) => (each.fault || (each.status ?? 0) >= 400) && !falseStops.includes(each),
		).length;
		const faultsMs = failures * FAULT_MS;
		const isKnown = create !== undefined && wasAnswered(create) && create.fault === undefined;
		const isExcused = !isKnown || faults.some(endsWait) || falseStops.length >= MOST_STOPS;
		const stopBy = waitsFor(course, witness)
			// A fault may last until nobody waits any more.
			.filter((wait) => mostAt(wait, limit) + faultsMs <= wait.until)
			.map((wait) => mostAt(wait, limit));
		const leftAt = Math.min(until, course.endedAt, endedAt);
		return isExcused || leftAt <= Math.min(...stopBy) + faultsMs + falseStops.length * LOOK_MS
			? []
			: [`${task.requestId} took ${leftAt - from} ms, ${limitMs} are allowed`];
	}
}

type Limit = {
	/** The time that counts. */
	readonly from: number;
	readonly until: number;
	readonly limitMs: number;
	/** How long its beginning may be unseen. */
	readonly unseenMs: number;
	readonly seenAt: number;
};

/** When a task is over at the latest that is waited for until then. */
function mostAt({ from, isLater }: Wait, limit: Limit): number {
	if (!isLater) return limit.from + limit.limitMs + limit.unseenMs + STOP_MS;
	return Math.max(limit.seenAt + limit.limitMs, from) + NEXT_POLL_MS + STOP_MS;
}

/**
 * The waits for a task: from its create, and in later tries of a workflow from their first look at it,
 * which an item takes when it has a place. Limits count by the machine's clock from try to try.
 */
function waitsFor({ create, requests }: TaskCourse, witness: Witness): readonly Wait[] {
	const { day, creates, executions, triesAt } = witness;
	const waitMs = day.options.maxWaitMinutes * MINUTE_MS;
	const index = create ? creates.indexOf(create) : -1;
	const run = executions.find((seen) => seen.from <= index && index < seen.to);
	const isWorkflow = day.caller === 'workflow';
	const createdAt = create?.at ?? Infinity;
	const tries = isWorkflow ? triesAt.filter((at) => at <= createdAt) : [];
	// An item's time begins before its task is created, and not before its try.
	const begunAt = tries.at(-1) ?? run?.startedAt ?? 0;
	const first = { from: createdAt, until: begunAt + waitMs, isLater: false };
	if (!isWorkflow || day.clockJump) return [first];
	const later = triesAt.flatMap((at, n) => {
		const nextAt = triesAt[n + 1] ?? Infinity;
		// What is read at this very moment may be the last look of the try before.
		const look = requests.find((each) => each.at > at && each.at < nextAt && isAnswered(each));
		const until = Math.min(at + waitMs, nextAt);
		return at > createdAt && look ? [{ from: look.at, until, isLater: true }] : [];
	});
	return [first, ...later];
}

function endsWait(fault: string): boolean {
	return ['refuse', 'answer', 'redirect', 'echo'].includes(fault);
}
