import { hasBegun, hasEnded, phaseOf } from '../api/lifecycle';
import type { TaskStatus } from '../api/taskStatus';
import type { AiAppError } from '../errors/AiAppError';
import { costingAtLeast } from '../errors/cost';
import { kindOf } from '../errors/kinds';
import { toldSeconds } from './spendingLimits';
import type { Clock, Cost, Ledger, LedgerEntry, SentTask, Spending } from '../ports';

/** What a try does about a piece of work. */
export type NextStep =
	| { readonly do: 'create' }
	| { readonly do: 'attach'; readonly requestId: string; readonly task: SentTask }
	/** A create got no answer: nobody knows whether its task exists. */
	| { readonly do: 'refuseUnconfirmed' }
	/** Each further try would create a task and stop it in turn, all charged. */
	| { readonly do: 'refuseStopped'; readonly requestId: string; readonly task: SentTask };

/** The one question about money, asked before anything is created. */
export function nextStep(entry: LedgerEntry | undefined): NextStep {
	const task = entry?.tasks.at(-1);
	if (!task || task.isReplaced) return { do: 'create' };
	const { requestId } = task;
	if (requestId === undefined) return { do: 'refuseUnconfirmed' };
	if (task.stoppedBy) return { do: 'refuseStopped', requestId, task };
	if (isSpent(task)) return { do: 'create' };
	return { do: 'attach', requestId, task };
}

/** Whether a task has no result, and a retry may create another one. */
export function isSpent({ message, stoppedBy }: SentTask): boolean {
	return message !== undefined && stoppedBy === undefined;
}

/** Whether a task may still run, or may exist at all. */
export function stillOpen(task: SentTask): boolean {
	return task.requestId === undefined || (task.endedAt === undefined && !isSpent(task));
}

export type CoursePorts = {
	readonly clock: Pick<Clock, 'wallNow'>;
	readonly ledger: Pick<Ledger, 'read' | 'write'>;
	readonly spending: Pick<Spending, 'bill'>;
};

/**
 * Writes what was seen of the last task: the only place that does, so that limits, retries, sums and
 * sentences know the same.
 * @param isInterrupted whether this node has interrupted it, so that it has run
 */
export function recordSeen(
	ports: CoursePorts,
	key: string,
	task: TaskStatus,
	isInterrupted = false,
): void {
	change(ports, key, (course) => seenAs(course, task, ports.clock.wallNow(), isInterrupted));
}

/** Writes why the last task has no result, if another try deserves a task of its own or must not get one. */
export function recordFailure(
	ports: CoursePorts,
	key: string,
	{ kind, message, details: { stoppedBy } }: AiAppError,
): void {
	const { spendsTask } = kindOf(kind);
	if (!stoppedBy && !spendsTask) return;
	const endedAt = ports.clock.wallNow();
	change(ports, key, (course) => ({
		...course,
		...{ message, stoppedBy },
		endedAt: course.endedAt ?? endedAt,
		cost: course.cost ?? 'unknown',
	}));
}

/** The task of an earlier try that turned out to have ended without a result. */
export function recordEndedSince(ports: CoursePorts, key: string): void {
	change(ports, key, (course) => ({ ...course, message: 'It ended without a result' }));
}

function change(
	{ ledger, spending }: Pick<CoursePorts, 'ledger' | 'spending'>,
	key: string,
	by: (course: SentTask) => SentTask,
): void {
	const entry = ledger.read(key);
	const last = entry?.tasks.at(-1);
	if (!entry || last?.requestId === undefined) return;
	const next = by(last);
	ledger.write(key, { ...entry, tasks: [...entry.tasks.slice(0, -1), next] });
	spending.bill(countedSeconds(next) - countedSeconds(last));
}

function seenAs(course: SentTask, task: TaskStatus, now: number, isInterrupted: boolean): SentTask {
	const { status } = task;
	const { stopBy } = phaseOf(status);
	if (hasEnded(task)) {
		const cost = costOf(course.begunAt !== undefined || isInterrupted, task);
		return { ...course, status, cost, endedAt: course.endedAt ?? now };
	}
	// A status that nobody knows may be another name of Running.
	const isRunning = stopBy === 'interrupt' || stopBy === 'either';
	return {
		...course,
		status,
		begunAt: course.begunAt ?? (isRunning || hasBegun(status) ? now : undefined),
		runningAt: course.runningAt ?? (isRunning ? now : undefined),
	};
}

/**
 * What a task cost that has ended. Free is only one that was canceled, that nobody saw beyond the queue,
 * and whose record doesn't tell that it began. Seconds that aren't told, or that are none for a task
 * that was stopped, are unknown: what ran is charged (spec: Limits, Billing).
 */
function costOf(wasSeenBeyondQueue: boolean, task: TaskStatus): Cost {
	const seconds = toldSeconds(task);
	if (seconds !== undefined) return seconds;
	const isFree = task.status === 'Canceled' && !wasSeenBeyondQueue && !task.hasBegun;
	return isFree ? 'free' : 'unknown';
}

/**
 * What a task counts for Max Billed Seconds. Where the service doesn't tell, as long as it was seen to
 * run; one that nobody saw run, since it was created.
 */
function countedSeconds({ cost, createdAt, runningAt = createdAt, endedAt }: SentTask): number {
	if (typeof cost === 'number') return cost;
	if (cost !== 'unknown' || runningAt === undefined || endedAt === undefined) return 0;
	return Math.max(endedAt - runningAt, 0) / 1000;
}

/** What all tasks of a piece of work were billed; undefined if the service told it of none. */
export function billedOf(entry: LedgerEntry | undefined): number | undefined {
	const told = entry?.tasks.flatMap(({ cost }) => (typeof cost === 'number' ? cost : [])) ?? [];
	return told.length > 0 ? told.reduce((sum, seconds) => sum + seconds, 0) : undefined;
}

/** Those of a piece of work that has a result: they ended without one, or were sent for other values. */
export function idsWithoutResult(entry: LedgerEntry | undefined): readonly string[] {
	const without = entry?.tasks.filter((task) => isSpent(task) || task.isReplaced) ?? [];
	return without.flatMap(({ requestId }) => requestId ?? []);
}

/**
 * An error of a piece of work with the tasks that were sent for it before: which they are, why the
 * latest has no result, what all were billed, and that they may be charged, unless all were free.
 */
export function withEarlier(error: AiAppError, entry: LedgerEntry | undefined): AiAppError {
	const others = entry?.tasks.filter((task) => !isOwn(task, error)) ?? [];
	const billedSeconds = billedOf(entry);
	const known = billedSeconds === undefined ? error : error.with({ billedSeconds });
	if (others.length === 0) return known;
	const ids = others.flatMap(({ requestId }) => requestId ?? []);
	const earlierReason = others.flatMap(({ message }) => message ?? []).at(-1);
	const full = known.about({ earlierIds: ids, earlierReason });
	const isFree = others.every(({ cost }) => cost === 'free');
	return isFree ? full : full.with(costingAtLeast(full, 'unknown'));
}

function isOwn(task: SentTask, { kind, details }: AiAppError): boolean {
	return task.requestId === undefined
		? kind === 'unconfirmed'
		: task.requestId === details.requestId;
}
