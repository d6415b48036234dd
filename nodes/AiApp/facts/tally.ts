import {
	AiAppError,
	costOf,
	hasEnded,
	kindOf,
	type Settled,
	type Stopped,
	type TaskRef,
	type TaskResult,
} from '../../../client/index';

/** The parts of an item's result that the sums use. */
type Counted = {
	readonly result?: TaskResult;
	readonly leftTask?: { readonly task: TaskRef; readonly end?: unknown };
	readonly stop?: StopOfTask;
	readonly billedSeconds?: number | undefined;
};

/** What became of a task that was to be stopped. */
export type StopOfTask = Pick<Stopped, 'how'> & { readonly requestId: string };

/** The outcome of an item; undefined if it wasn't started. */
export type Outcome<Result extends Counted = Counted> = Settled<Result> | undefined;

/** What the user can still get from a task. */
type Has = 'mayRun' | 'nothing' | 'result';

type TaskOfItem = { readonly id: string; readonly has: Has };

/** The sums of an execution: its hint and its thrown error use these. */
export type Tally = {
	/** Items, or variations of items, those that weren't started included. */
	readonly all: number;
	readonly succeeded: number;
	/** Failed items that may have a task: all but the refused, invalid and unsent ones. */
	readonly failed: number;
	/** Items that got no task because of a limit of the user. */
	readonly refused: number;
	readonly invalid: number;
	/** The positions of the invalid items in the list of all items. */
	readonly invalidAt: readonly number[];
	/** Items with invalid values, except the first failure; those with earlier tasks count, too. */
	readonly othersInvalid: number;
	/** Items that got no task for any other reason, such as an unknown app. */
	readonly unsent: number;
	readonly notStarted: number;
	/** Different tasks of apps that ended with a result. */
	readonly finished: number;
	/** What they were billed, including earlier tasks of the same work. */
	readonly billedSeconds: number;
	/** What was billed for items without a result. */
	readonly failedSeconds: number;
	/** The first failure, which ends the node unless failed items are passed on. */
	readonly first: { readonly index: number; readonly error: unknown } | undefined;
	readonly refusal: AiAppError | undefined;
	/** IDs of the tasks of all items but the first failure, by what the user can still get. */
	readonly others: {
		readonly ids: readonly string[];
		readonly mayRun: readonly string[];
		readonly result: readonly string[];
	};
	/** Whether something beside the first failure may have been charged. */
	readonly othersCharged: boolean;
};

/** @param all how many there are, those that weren't started included */
export function tally(outcomes: readonly Outcome[], all = outcomes.length): Tally {
	const failures = outcomes.flatMap((outcome) => (outcome?.ok === false ? [outcome.error] : []));
	const refusals = failures.filter(isRefused);
	const invalidAt = outcomes.flatMap((outcome, n) =>
		outcome?.ok === false && isInvalid(outcome.error) ? n : [],
	);
	const invalid = invalidAt.length;
	const unsent = failures.filter(isUnsent).length;
	const index = outcomes.findIndex((outcome) => outcome?.ok === false);
	const first = failures.length > 0 ? { index, error: failures[0] } : undefined;
	const succeeded = outcomes.filter((outcome) => outcome?.ok).length;
	const billed = billedIn(outcomes);
	const beside = outcomes.filter(
		(outcome) => outcome?.ok !== false || outcome.error !== first?.error,
	);
	return {
		...{ all, succeeded, invalid, invalidAt, unsent, first },
		othersInvalid: failures.slice(1).filter(hasInvalidValue).length,
		failed: failures.length - refusals.length - invalid - unsent,
		refused: refusals.length,
		refusal: refusals[0],
		notStarted: all - succeeded - failures.length,
		finished: billed.length,
		billedSeconds: sumOf(billed),
		failedSeconds: sumOf(failures.map(billedFor)),
		others: othersIn(outcomes, first?.error),
		othersCharged: beside.some(mayBeCharged),
	};
}

/**
 * What each finished app task was billed, including earlier tasks of its work. The service reports
 * nothing for models.
 */
function billedIn(outcomes: readonly Outcome[]): number[] {
	const billed = new Map<string, number>();
	for (const outcome of outcomes) {
		const { billedSeconds, result } = outcome?.ok ? outcome.value : {};
		if (!result || result.of === 'model' || !hasEnded(result.task)) continue;
		billed.set(result.requestId, billedSeconds ?? result.task.billedSeconds ?? 0);
	}
	return [...billed.values()];
}

function billedFor(error: unknown): number {
	return error instanceof AiAppError ? (error.details.billedSeconds ?? 0) : 0;
}

/**
 * Whether a limit of the user kept the item from getting a task, in this try and all earlier ones.
 */
function isRefused(error: unknown): error is AiAppError {
	return isWithoutTask(error) && kindOf(error.kind).countsAs === 'refused';
}

function isInvalid(error: unknown): boolean {
	return isWithoutTask(error) && hasInvalidValue(error);
}

function hasInvalidValue(error: unknown): boolean {
	return error instanceof AiAppError && kindOf(error.kind).countsAs === 'invalid';
}

function isUnsent(error: unknown): boolean {
	if (!isWithoutTask(error) || error.details.createsNoTask) return false;
	return kindOf(error.kind).countsAs === undefined && (costOf(error) ?? 'free') === 'free';
}

function isWithoutTask(error: unknown): error is AiAppError {
	return error instanceof AiAppError && !error.details.requestId && !error.details.earlierIds;
}

function mayBeCharged(outcome: Outcome): boolean {
	if (outcome?.ok) return true;
	if (!(outcome?.error instanceof AiAppError)) return false;
	const cost = costOf(outcome.error);
	return cost !== undefined && cost !== 'free';
}

/** The tasks of all items but one. Equal items may have been given the same result. */
function othersIn(outcomes: readonly Outcome[], error: unknown): Tally['others'] {
	const own = new Set(tasksOfOutcome({ ok: false, error }).map(({ id }) => id));
	const tasks = outcomes.flatMap(tasksOfOutcome).filter(({ id }) => !own.has(id));
	const ids = (chosen: readonly TaskOfItem[]) => [...new Set(chosen.map(({ id }) => id))];
	const having = (has: TaskOfItem['has']) => ids(tasks.filter((task) => task.has === has));
	return {
		ids: ids(tasks),
		mayRun: having('mayRun'),
		result: having('result'),
	};
}

/** The task of a failed item may have a result too, for example if its files couldn't be downloaded. */
function tasksOfOutcome(outcome: Outcome): TaskOfItem[] {
	if (outcome?.ok) return taskOf(outcome.value);
	if (!(outcome?.error instanceof AiAppError)) return [];
	const { details, kind } = outcome.error;
	const { requestId, earlierIds = [], status, stoppedBy } = details;
	const earlier = earlierIds.map((id) => ({ id, has: 'nothing' as const }));
	if (requestId === undefined) return earlier;
	const { losesResult, spendsTask } = kindOf(kind);
	const isUsedUp = stoppedBy !== undefined || spendsTask || losesResult;
	const unread = status === 'Success' ? 'result' : 'mayRun';
	return [{ id: requestId, has: isUsedUp ? 'nothing' : unread }, ...earlier];
}

function taskOf({ leftTask, result }: Counted): TaskOfItem[] {
	const runs = result ? !hasEnded(result.task) : leftTask && !leftTask.end;
	const id = result?.requestId ?? leftTask?.task.requestId;
	return id === undefined ? [] : [{ id, has: runs ? 'mayRun' : 'result' }];
}

function sumOf(numbers: readonly number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0);
}

/** The IDs of tasks that were to be stopped, by what became of them. */
export type Stops = {
	readonly stopped: readonly string[];
	readonly finished: readonly string[];
	readonly left: readonly string[];
};

export function stopsIn(outcomes: readonly Outcome[]): Stops {
	const ends = outcomes.flatMap((outcome) => (outcome?.ok ? (outcome.value.stop ?? []) : []));
	const idsOf = (...hows: readonly StopOfTask['how'][]) =>
		ends.flatMap(({ how, requestId }) => (hows.includes(how) ? requestId : []));
	const failed = outcomes.flatMap((outcome) =>
		outcome?.ok === false && outcome.error instanceof AiAppError
			? (outcome.error.details.requestId ?? [])
			: [],
	);
	return {
		stopped: idsOf('canceled', 'interrupted'),
		finished: idsOf('already_finished'),
		left: [...idsOf('still_running'), ...failed],
	};
}
