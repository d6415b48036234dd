import { hasEnded, hasLeftQueue, isQueued, mayRun, phaseOf } from '../api/lifecycle';
import type { TaskStatus } from '../api/taskStatus';
import type { AiAppError } from '../errors/AiAppError';
import { costingAtLeast } from '../errors/cost';
import { kindOf } from '../errors/kinds';
import type {
	Charge,
	Clock,
	Cost,
	Ledger,
	LedgerEntry,
	SentTask,
	Spending,
	StopLimit,
	StopWay,
} from '../ports';

/** What an attempt does about a piece of work. */
export type NextStep =
	| { readonly do: 'create' }
	| { readonly do: 'attach'; readonly requestId: string; readonly task: SentTask }
	/** A create got no answer: nobody knows whether its task exists. */
	| { readonly do: 'refuseUnconfirmed' }
	/** The task was stopped at a limit. A further attempt would pay for a task and stop it too. */
	| { readonly do: 'refuseStopped'; readonly requestId: string; readonly task: SentTask };

/**
 * Decides what an attempt does about a piece of work, so that it's never paid for twice. It's asked
 * before anything is created. The last task that may have a result counts: after an edit, a piece of
 * work may have several.
 */
export function nextStep({ tasks }: LedgerEntry): NextStep {
	const own = tasks.filter(({ isReplaced }) => !isReplaced);
	const task = own.filter(mayHaveResult).at(-1) ?? own.at(-1);
	if (!task) return { do: 'create' };
	const { requestId } = task;
	if (requestId === undefined) return { do: 'refuseUnconfirmed' };
	if (mayHaveResult(task)) return { do: 'attach', requestId, task };
	return task.stoppedBy ? { do: 'refuseStopped', requestId, task } : { do: 'create' };
}

/**
 * Whether a task may still run, or may have a result. Only its record proves that it has ended: no
 * accepted stop, error or limit does.
 */
function mayHaveResult(task: SentTask): boolean {
	const { message, status = '' } = task;
	if (stillOpen(task)) return true;
	return message === undefined && (status === 'Success' || phaseOf(status) !== 'ended');
}

/** Whether a task has ended without a result. */
export function isSpent(task: SentTask): boolean {
	return !mayHaveResult(task);
}

/** Whether a task may still run. Without an ID, it's even unknown whether there is a task. */
export function stillOpen({ endedAt, requestId }: SentTask): boolean {
	return requestId === undefined || endedAt === undefined;
}

/**
 * Whoever learns something about a task reports it here, and it becomes part of the task's course.
 */
export type Watch = {
	readonly course: () => SentTask;
	/**
	 * @param isFirst whether it's the first look of a try: nobody may have watched before
	 * @returns the task's record, without billed seconds of 0 if the task may have run
	 */
	readonly see: (task: TaskStatus, isFirst?: boolean) => TaskStatus;
	/** The service has confirmed a stop. @param limit at which this node stops the task */
	readonly stopped: (how: StopWay, limit?: StopLimit) => void;
	/** Nobody waits for the task any more. @param error why it has no result */
	readonly left: (error?: AiAppError) => void;
};

type CoursePorts = {
	readonly clock: Pick<Clock, 'wallNow'>;
	readonly ledger: Pick<Ledger, 'read' | 'write'>;
	readonly spending: Pick<Spending, 'bill' | 'execution'>;
};

/**
 * Watches a task of a piece of work, so that limits, retries, sums and messages agree. It isn't
 * always the last one: another retry of the same execution may have created one after it. Each change
 * also updates the seconds that the execution counts for the task.
 */
export function watchInLedger(
	{ clock, ledger, spending: { bill, execution } }: CoursePorts,
	key: string,
	requestId: string,
): Watch {
	const tasks = () => ledger.read(key).tasks;
	const find = () => tasks().find((task) => task.requestId === requestId);
	return watchBy(
		clock,
		() => find() ?? {},
		(by) => {
			const before = find();
			if (!before) return;
			const next = by(before);
			const seconds = countedSeconds(next, clock.wallNow());
			const after = { ...next, counted: { ...next.counted, [execution]: seconds } };
			ledger.write(key, {
				tasks: tasks().map((task) => (task.requestId === requestId ? after : task)),
			});
			bill(seconds - (before.counted?.[execution] ?? 0));
		},
	);
}

/** Watches a task that isn't in the ledger. */
export function watchAlone(clock: CoursePorts['clock']): Watch {
	let course: SentTask = {};
	return watchBy(
		clock,
		() => course,
		(by) => (course = by(course)),
	);
}

function watchBy(
	clock: CoursePorts['clock'],
	course: Watch['course'],
	write: (by: (course: SentTask) => SentTask) => void,
): Watch {
	return {
		course,
		see(task, isFirst = false) {
			const now = clock.wallNow();
			write((before) => seenAs(before, task, now, isFirst ? endUnwatched(before, task, now) : now));
			return { ...task, billedSeconds: toldSeconds(task, course()) };
		},
		stopped: (how, limit) => write((before) => stoppedAs(before, how, limit)),
		left: (error) => write((before) => leftAs(before, error)),
	};
}

/**
 * The course after the wait for a task. If the task has ended, and the error rules out a result,
 * the course keeps why there's none.
 */
function leftAs(course: SentTask, { details, kind, message }: Partial<AiAppError> = {}): SentTask {
	const isFailure = details?.stoppedBy !== undefined || (kind && kindOf(kind).spendsTask);
	return isFailure && !stillOpen(course) ? { ...course, message } : course;
}

/** What a canceled task has cost: only its record says whether it was free. */
export function costOfCancel({ cost }: SentTask): Charge {
	return cost === 'free' ? 'free' : 'unknown';
}

/**
 * The course after a confirmed stop. It keeps the limit at which the task was stopped, so that a
 * retry creates no new task, which would be stopped as well.
 */
function stoppedAs(course: SentTask, how: StopWay, limit: StopLimit | undefined): SentTask {
	// A task that nobody has seen yet was created just now, and only a queued one can be canceled.
	const wasQueued = course.status === undefined || isQueued(course.status);
	const stop = how === 'interrupted' ? { isInterrupted: true } : { isCanceledInQueue: wasQueued };
	return { ...course, ...stop, stoppedBy: limit ?? course.stoppedBy };
}

/**
 * The course after a record of the task was read. Its times are by the machine's clock. While a
 * task is waited for, `poll.ts` counts the limits by one that nobody sets.
 */
function seenAs(course: SentTask, task: TaskStatus, now: number, end: number): SentTask {
	const { status } = task;
	if (hasEnded(task)) {
		const cost = costAtEnd(course, task);
		return { ...course, status, cost, endedAt: course.endedAt ?? end };
	}
	// What has ended stays so, whatever later records say.
	if (course.endedAt !== undefined) return course;
	const isRunning = mayRun(status);
	return {
		...course,
		// The confirmed cancel hasn't happened. If the task ends later, somebody else may have
		// canceled it.
		...(course.isCanceledInQueue && { isCanceledInQueue: false }),
		status,
		begunAt: course.begunAt ?? (isRunning || hasLeftQueue(status) ? now : undefined),
		runningAt: course.runningAt ?? (isRunning ? now : undefined),
	};
}

/**
 * When a task has ended that nobody watched, perhaps for hours: that time doesn't count. The length in
 * its record counts, or else what an earlier try has seen.
 */
function endUnwatched(course: SentTask, task: TaskStatus, now: number): number {
	const { counted = {}, createdAt = now, runningAt = createdAt } = course;
	const seenMs = Math.max(0, ...Object.values(counted)) * 1000;
	const lengthMs = Math.max(seenMs, task.ranMs ?? task.durationMs ?? 0);
	return Math.min(runningAt + lengthMs, now);
}

/**
 * What an ended task cost. It's free only if this node canceled it in the queue and its record
 * doesn't show that it began. Without seconds from the service, the cost is unknown: the time a
 * task ran is charged (spec: Limits, Billing).
 */
function costAtEnd(course: SentTask, task: TaskStatus): Cost {
	const seconds = toldSeconds(task, course);
	if (seconds !== undefined) return seconds;
	const hasBegunToRun = course.begunAt !== undefined || task.hasBegun;
	const isFree = course.isCanceledInQueue && task.status === 'Canceled' && !hasBegunToRun;
	return isFree ? 'free' : 'unknown';
}

/**
 * The seconds that the service says were billed. 0 means unknown if the task was stopped or was
 * seen to run.
 */
export function toldSeconds(
	{ billedSeconds, status }: Pick<TaskStatus, 'billedSeconds' | 'status'>,
	{ isInterrupted, runningAt }: SentTask = {},
): number | undefined {
	const hasRun = isInterrupted || runningAt !== undefined || status === 'Canceled';
	return hasRun && billedSeconds === 0 ? undefined : billedSeconds;
}

/**
 * What a task counts toward Max Billed Seconds: the seconds from the service, else the time since
 * it was seen to run. If it has ended and nobody saw it run, the time since its creation.
 */
function countedSeconds(course: SentTask, now: number): number {
	const { cost, createdAt, endedAt, runningAt } = course;
	if (typeof cost === 'number') return cost;
	const since = runningAt ?? (endedAt === undefined ? undefined : createdAt);
	if (cost === 'free' || since === undefined) return 0;
	return Math.max((endedAt ?? now) - since, 0) / 1000;
}

/** The billed seconds of all tasks of a piece of work. Undefined if the service reported none. */
export function billedOf({ tasks }: LedgerEntry): number | undefined {
	const told = tasks.flatMap(({ cost }) => (typeof cost === 'number' ? cost : []));
	return told.length > 0 ? told.reduce((sum, seconds) => sum + seconds, 0) : undefined;
}

/**
 * IDs of the tasks that gave a piece of work no result: they ended without one, or were sent for
 * other values.
 */
export function idsWithoutResult({ tasks }: LedgerEntry): readonly string[] {
	const without = tasks.filter((task) => isSpent(task) || task.isReplaced);
	return without.flatMap(({ requestId }) => requestId ?? []);
}

/**
 * Adds the other tasks of the same piece of work to an error: their IDs, why the latest has no
 * result, and what all tasks were billed. Unless the others were free, the error also says that
 * they may be charged.
 */
export function withEarlier(error: AiAppError, entry: LedgerEntry): AiAppError {
	const isOwn = ({ requestId }: SentTask) =>
		requestId === undefined ? error.kind === 'unconfirmed' : requestId === error.details.requestId;
	const others = entry.tasks.filter((task) => !isOwn(task));
	const billedSeconds = billedOf(entry);
	const known = billedSeconds === undefined ? error : error.with({ billedSeconds });
	if (others.length === 0) return known;
	const earlierIds = others.flatMap(({ requestId }) => requestId ?? []);
	const reasons = others.flatMap(
		(task) => task.message ?? (isSpent(task) ? 'It ended without a result' : []),
	);
	const earlierReason = reasons.at(-1);
	const unconfirmed = others.find(({ requestId }) => requestId === undefined);
	const latest = others.filter(({ isReplaced }) => !isReplaced).at(-1) ?? unconfirmed;
	const earlierTask = latest && { requestId: latest.requestId };
	const full = known.about({ earlierIds, earlierReason, earlierTask });
	const isFree = others.every(({ cost }) => cost === 'free');
	return isFree ? full : full.with(costingAtLeast(full, 'unknown'));
}
