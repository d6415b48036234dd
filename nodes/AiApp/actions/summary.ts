import {
	AiAppError,
	counted,
	hasEnded,
	kindOf,
	MAY_BE_CHARGED,
	moneyIn,
	NOT_CHARGED,
	OF_ITEM,
	PAYS_FOR_TIME,
	say,
	type Settled,
} from '../../../client/index';
import type { ItemResult } from '../execution/operation';
import type { Hints } from '../io/executionHints';

/** The outcome of an item; undefined if it wasn't started. */
export type Outcome = Settled<ItemResult> | undefined;

/**
 * Adds a hint with the finished tasks of an execution, what they were billed, and the items that have
 * no result.
 */
export function hintAtSum(hints: Pick<Hints, 'sum'>, outcomes: readonly Outcome[]): void {
	const ended = endedIn(outcomes);
	const failures = failuresIn(outcomes);
	const refusals = failures.filter(isRefused);
	const ofFailed = inBilledSeconds(failures.map(billedFor));
	if (outcomes.length < 2 || (ended.length + refusals.length === 0 && !ofFailed)) return;
	const invalid = failures.filter(isInvalid).length;
	const failed = failures.length - refusals.length - invalid;
	const sentences = [
		ended.length > 0 && `${counted(ended.length, 'task')} finished${inBilledSeconds(ended)}.`,
		failed > 0 && `${counted(failed, 'item')} failed${ofFailed}.`,
		invalid > 0 && `${counted(invalid, 'item')} ${ofInvalid(invalid)}.`,
		refusals.length > 0 &&
			`${counted(refusals.length, 'item')} didn't run. ${refusals[0]?.message}.`,
	];
	const sum = say`${sentences.filter(Boolean).join(' ')}`;
	const type = failures.length > 0 ? 'warning' : 'info';
	if (refusals.length > 0 && ended.length > 0) hints.sum(say`${sum} ${NEW_RUN}`, type);
	else hints.sum(say`${sum}`, type);
}

function ofInvalid(items: number): string {
	return `${items === 1 ? 'has' : 'have'} invalid values and didn't run`;
}

const NEW_RUN = 'A new run creates all tasks again at full cost.';

/** Adds a hint with the number of items whose inputs a check found invalid: the node itself succeeds. */
export function hintAtInvalid(hints: Pick<Hints, 'sum'>, outcomes: readonly Outcome[]): void {
	const checks = outcomes.flatMap((outcome) =>
		outcome?.ok && outcome.value.invalidInputs ? [outcome.value.invalidInputs] : [],
	);
	const invalid = checks.filter(({ length }) => length > 0);
	const have = invalid.length === 1 ? 'has' : 'have';
	if (invalid.length > 0)
		hints.sum(
			say`${invalid.length} of ${counted(checks.length, 'item')} ${have} invalid inputs: ${[...new Set(invalid.flat())]}. App: Run would reject them.`,
			'warning',
		);
	else if (checks.length > 0)
		hints.sum(say`The inputs of ${counted(checks.length, 'item')} are valid. Nothing was created.`);
}

/** What each finished task of an app was billed, with those before it; the service doesn't say it of models. */
function endedIn(outcomes: readonly Outcome[]): number[] {
	const billed = new Map<string, number>();
	for (const outcome of outcomes) {
		const { billedSeconds, result } = outcome?.ok ? outcome.value : {};
		if (!result || result.of === 'model' || !hasEnded(result.task)) continue;
		billed.set(result.requestId, billedSeconds ?? result.task.billedSeconds ?? 0);
	}
	return [...billed.values()];
}

function failuresIn(outcomes: readonly Outcome[]): unknown[] {
	return outcomes.flatMap((outcome) => (outcome?.ok === false ? [outcome.error] : []));
}

type Traced = Pick<AiAppError['details'], 'appId' | 'billedSeconds' | 'requestId' | 'status'>;

/** A trace isn't the place for more. */
const MOST_TRACED = 20;

/**
 * What n8n's traces say about the tasks of a node: attributes of its span.
 * @param waitMs how long the node has worked
 */
export function traceOf(outcomes: readonly Outcome[], waitMs: number) {
	const tasks = outcomes.flatMap(tracedIn).filter(({ requestId }) => requestId !== undefined);
	if (tasks.length === 0) return undefined;
	const list = (values: readonly unknown[]) =>
		[...new Set(values.filter((value) => value !== undefined))].slice(0, MOST_TRACED).join(',');
	return {
		'ai_app.tasks': tasks.length,
		'ai_app.app_ids': list(tasks.map(({ appId }) => appId)),
		'ai_app.request_ids': list(tasks.map(({ requestId }) => requestId)),
		'ai_app.statuses': list(tasks.map(({ status }) => status)),
		'ai_app.billed_seconds': round(sumOf(tasks.map((task) => task.billedSeconds ?? 0)), 1000),
		'ai_app.wait_seconds': round(waitMs / 1000, 10),
	};
}

function tracedIn(outcome: Outcome): readonly Traced[] {
	if (outcome?.ok === false)
		return outcome.error instanceof AiAppError ? [outcome.error.details] : [];
	const { billedSeconds, result, leftTask } = outcome?.value ?? {};
	if (!result) return leftTask ? [leftTask.task] : [];
	const { task } = result;
	return [{ ...result, status: task.status, billedSeconds: billedSeconds ?? task.billedSeconds }];
}

function billedFor(error: unknown): number {
	return error instanceof AiAppError ? (error.details.billedSeconds ?? 0) : 0;
}

/** Nothing without any: the service may not have said how many there were. */
function inBilledSeconds(seconds: readonly number[]): string {
	const billed = round(sumOf(seconds), 10);
	return billed > 0 ? ` (${counted(billed, 'billed second')})` : '';
}

/** Whether a limit of the user kept the item from having any task, in earlier tries as well. */
function isRefused(error: unknown): error is AiAppError {
	if (!(error instanceof AiAppError) || error.kind !== 'budget') return false;
	return !error.details.requestId && !error.details.earlierIds;
}

function isInvalid(error: unknown): boolean {
	if (!(error instanceof AiAppError) || error.kind !== 'input') return false;
	return !error.details.requestId && !error.details.earlierIds;
}

function sumOf(numbers: readonly number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0);
}

function round(number: number, precision: number): number {
	return Math.round(number * precision) / precision;
}

type OfOthers = {
	readonly readWith: string;
	readonly waitWith: string;
};

/**
 * The first failure, with how many items succeeded, and the tasks of the others by what can be had of
 * them: the workflow loses their results, the user does not.
 */
export function withOthers(
	error: AiAppError,
	outcomes: readonly Outcome[],
	{ readWith, waitWith }: OfOthers,
): AiAppError {
	if (outcomes.length < 2) return error;
	const own = tasksOf({ ok: false, error }).map(({ id }) => id);
	const others = outcomes.flatMap(tasksOf).filter(({ id }) => !own.includes(id));
	const money = moneyBeside(error, outcomes);
	const renewed = others.length > 0 ? NEW_RUN : '';
	// Each further try of this execution meets it again.
	const isStuck = error.kind === 'unconfirmed' && others.length > 0;
	const first = error.advising(
		say`${counts(outcomes, unitOf(error))} ${renewed} ${isStuck ? GO_AROUND : KEEP_GOING}`,
	);
	if (others.length === 0) return first.advising(say`${money}`);
	const having = (has: TaskOfItem['has']) => others.filter((task) => task.has === has);
	const [results, running] = [idsOf(having('result')), idsOf(having('mayRun'))];
	const nothing = idsOf(having('nothing'));
	let full = first.about({ otherIds: idsOf(others) });
	if (results.length > 0)
		full = full.advising(say`Get the result of each task for free with ${readWith}: ${results}.`);
	if (running.length > 0)
		full = full.advising(
			say`Tasks that may still be running: ${running}. Get their results with ${waitWith}.`,
		);
	if (nothing.length > 0) full = full.advising(say`Other tasks without a result: ${nothing}.`);
	return full.advising(say`${money}`);
}

/** A rejected item, with how many others are, so that the user corrects them in one go. */
export function withOtherInvalid(error: AiAppError, outcomes: readonly Outcome[]): AiAppError {
	const others = failuresIn(outcomes).filter((other) => other !== error && isInvalid(other)).length;
	if (others === 0) return error;
	const were = others === 1 ? 'was' : 'were';
	return error.advising(say`${counted(others, 'other item')} ${were} rejected, too.`);
}

/** A task that couldn't be stopped, with what became of the others: all were tried. */
export function withOtherStops(error: AiAppError, outcomes: readonly Outcome[]): AiAppError {
	const ids = { stopped: [] as string[], finished: [] as string[], left: [] as string[] };
	for (const outcome of outcomes) {
		const [item] = outcome?.ok ? outcome.value.items : [];
		const isFinished = item?.json['result'] === 'already_finished';
		if (item) ids[isFinished ? 'finished' : 'stopped'].push(String(item.json['request_id']));
		if (outcome?.ok !== false || !(outcome.error instanceof AiAppError)) continue;
		const { requestId } = outcome.error.details;
		if (outcome.error !== error && requestId !== undefined) ids.left.push(requestId);
	}
	let told = error;
	if (ids.stopped.length > 0)
		told = told.advising(say`Other tasks that were stopped: ${ids.stopped}.`);
	if (ids.finished.length > 0) told = told.advising(say`Had already finished: ${ids.finished}.`);
	if (ids.left.length > 0) told = told.advising(say`Not stopped either: ${ids.left}.`);
	return told;
}

const KEEP_GOING =
	"To continue after a failure and keep results, set 'On Error' to 'Continue' in the node's settings.";

const GO_AROUND =
	"To get the results of the other items for free, set 'On Error' to 'Continue' in the node's settings, save, and select 'Retry with currently saved workflow' in the executions list.";

function unitOf({ details }: AiAppError): string {
	return details.variation === undefined ? 'item' : 'variation';
}

function counts(outcomes: readonly Outcome[], unit: string): string {
	const failures = failuresIn(outcomes);
	const good = outcomes.filter((outcome) => outcome?.ok).length;
	const failed = failures.filter((error) => !isRefused(error) && !isInvalid(error)).length;
	const left = outcomes.length - good - failed;
	const parts = [
		`${good} of ${counted(outcomes.length, unit)} succeeded${inBilledSeconds(endedIn(outcomes))}`,
		...(failed > 0 ? [`${failed} failed${inBilledSeconds(failures.map(billedFor))}`] : []),
		...(left > 0 ? [`${left} didn't run`] : []),
	];
	return `${parts.join(', ')}.`;
}

function moneyBeside(error: AiAppError, outcomes: readonly Outcome[]): string {
	const own = moneyIn(error.advice);
	const others = outcomes.filter((outcome) => outcome?.ok !== false || outcome.error !== error);
	const isAnyCharged = others.some(mayBeCharged);
	// The others may be variations of the same item.
	if (error.details.variation !== undefined) return isAnyCharged ? MAY_BE_CHARGED : (own ?? '');
	if (own === undefined) return isAnyCharged ? MAY_BE_CHARGED : '';
	return own === NOT_CHARGED && !isAnyCharged ? own : (OF_ITEM[own] ?? own);
}

function mayBeCharged(outcome: Outcome): boolean {
	if (outcome?.ok) return true;
	if (!(outcome?.error instanceof AiAppError)) return false;
	const money = moneyIn(outcome.error.advice);
	return money === MAY_BE_CHARGED || money === PAYS_FOR_TIME;
}

type TaskOfItem = {
	readonly id: string;
	readonly has: 'mayRun' | 'nothing' | 'result';
};

/** Equal items may have been given the same result. */
function idsOf(tasks: readonly TaskOfItem[]): readonly string[] {
	return [...new Set(tasks.map(({ id }) => id))];
}

/** The task of a failed item may have a result too, for example if its files couldn't be downloaded. */
function tasksOf(outcome: Outcome): TaskOfItem[] {
	if (outcome?.ok) {
		const { items, leftTask, result } = outcome.value;
		const runs = result ? !hasEnded(result.task) : leftTask && !leftTask.end;
		return items.flatMap(({ json: { request_id: id } }) =>
			id === undefined ? [] : { id: String(id), has: runs ? 'mayRun' : 'result' },
		);
	}
	if (!(outcome?.error instanceof AiAppError)) return [];
	const { details, kind } = outcome.error;
	const { requestId, earlierIds = [], status, stoppedBy } = details;
	const earlier = earlierIds.map((id) => ({ id, has: 'nothing' as const }));
	if (requestId === undefined) return earlier;
	const isUsedUp = stoppedBy !== undefined || kindOf(kind).spendsTask || kind === 'expired';
	const unread = status === 'Success' ? 'result' : 'mayRun';
	const has = isUsedUp ? 'nothing' : unread;
	return [{ id: requestId, has }, ...earlier];
}
