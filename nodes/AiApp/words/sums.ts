import {
	type AiAppError,
	costOf,
	counted,
	kindOf,
	roundedSeconds,
	say,
	type Charge,
	type SentTask,
} from '../../../client/index';
import { inOrder } from './inOrder';
import { moneySentence } from './money';
import type { Stops, Tally } from '../facts/tally';

/** What an error that ends the node says of the other items, below what it says of its own. */
export type Beside = {
	readonly sentences: readonly string[];
	/** Replaces the error's own sentence about money. */
	readonly money: string;
	readonly otherIds: readonly string[];
	/** Whether something beside the error may have been charged. */
	readonly othersCharged: boolean;
};

/** How to get the results of tasks. */
type WaysToRead = { readonly readWith: string; readonly waitWith: string };

const OF_APPS = { readWith: 'Task: Get Outputs', waitWith: 'Task: Wait for Completion' };
const OF_MODELS = { readWith: 'Model: Get Task', waitWith: 'Model: Get Task' };

/**
 * How many items succeeded, and how to get the results of the other items: the workflow loses them,
 * the user doesn't.
 */
export function besideOthers(error: AiAppError, sums: Tally, isModel: boolean): Beside {
	const cost = costOf(error);
	const { othersCharged } = sums;
	if (sums.all < 2)
		return {
			...{ othersCharged, otherIds: [] },
			...{ sentences: [billed(sums)], money: moneySentence(cost) },
		};
	const { ids } = sums.others;
	return {
		othersCharged,
		sentences: [
			counts(error, sums),
			...gettingResults(error, sums, isModel ? OF_MODELS : OF_APPS),
			toContinue(error, sums),
		],
		money: moneyBeside(error, cost, sums),
		otherIds: ids,
	};
}

/** What was billed for a single item. For several items, their counts say it. */
function billed({ failedSeconds }: Tally): string {
	const seconds = roundedSeconds(failedSeconds);
	return seconds > 0 ? `Billed: ${counted(seconds, 'second')}.` : '';
}

function counts({ details }: AiAppError, sums: Tally): string {
	const { all, failed, succeeded, invalid, refused, unsent, notStarted } = sums;
	const left = invalid + refused + unsent + notStarted;
	const unit = details.variation === undefined ? 'item' : 'variation';
	const parts = [
		`${succeeded} of ${counted(all, unit)} succeeded${inBilledSeconds(sums.billedSeconds)}`,
		...(failed > 0 ? [`${failed} failed${inBilledSeconds(sums.failedSeconds)}`] : []),
		...(left > 0 ? [`${left} didn't run`] : []),
	];
	return `${parts.join(', ')}.`;
}

function gettingResults(
	{ kind, details }: AiAppError,
	{ others }: Tally,
	{ readWith, waitWith }: WaysToRead,
): readonly string[] {
	const { ids, mayRun, result } = others;
	// The advice about the error's own task already says this. An unconfirmed task has other advice.
	const isOfCall = details.requestId !== undefined && !kindOf(kind).isOfTask;
	const isSaid = isOfCall || kind === 'unconfirmed';
	const listed = ids.length === 1 ? say`: ${ids}` : '';
	const instead = isSaid ? '' : INSTEAD;
	// The sentence before already contains the noun.
	const later = result.length > 0 ? mayRun.length : counted(mayRun.length, 'result');
	return [
		result.length > 0 ? `${inOrder([readingFor(result.length, readWith), instead])}${listed}.` : '',
		mayRun.length > 0 ? `Get ${later} later with ${waitWith}${listed}.` : '',
		ids.length > 1 ? ALL_IDS : '',
	];
}

const INSTEAD = 'instead of running again';

function readingFor(results: number, readWith: string): string {
	return `Get ${results === 1 ? 'the result' : 'results'} for free with ${readWith}`;
}

/** One ID fits into its sentence. More would break over several lines of the panel. */
const ALL_IDS = "'Error details' has all IDs.";

/** Recommends 'On Error' only if it would have kept a result, or would have run another item. */
function toContinue({ kind }: AiAppError, { others, notStarted }: Tally): string {
	const keeps = others.result.length + others.mayRun.length > 0;
	if (kind === 'unconfirmed' && keeps) return GO_AROUND;
	if (keeps) return "To keep results, set 'On Error' to 'Continue'.";
	return notStarted > 0 && kind !== 'budget'
		? "To run the other items, set 'On Error' to 'Continue'."
		: '';
}

/** Each further try of this execution meets the unconfirmed task again. */
const GO_AROUND =
	"To continue, set 'On Error' to 'Continue', save, and select 'Retry with currently saved workflow'.";

function moneyBeside(
	{ details }: AiAppError,
	own: Charge | undefined,
	{ othersCharged }: Tally,
): string {
	// The others may be variations of the same item.
	if (details.variation !== undefined || own === undefined)
		return moneySentence(othersCharged ? 'unknown' : own);
	return moneySentence(own, own !== 'free' || othersCharged);
}

/**
 * For an item that was rejected before this try ran anything: how many others were rejected, so
 * that the user corrects them in one go, and which tasks earlier tries sent for them.
 */
export function besideInvalid(
	error: AiAppError,
	{ all, othersInvalid }: Tally,
	earlier: readonly SentTask[],
	isModel: boolean,
): Beside {
	const were = othersInvalid === 1 ? 'was' : 'were';
	const hasEarlier = earlier.length > 0 || error.details.earlierIds !== undefined;
	const ids = earlier.flatMap(({ requestId }) => requestId ?? []);
	const { readWith } = isModel ? OF_MODELS : OF_APPS;
	const listed = ids.length === 1 ? say`: ${ids}` : '';
	return {
		sentences: [
			othersInvalid > 0 ? `${counted(othersInvalid, 'other item')} ${were} rejected, too.` : '',
			othersInvalid > 0 && !isModel ? 'App: Check Inputs shows which.' : '',
			all > 1 && !hasEarlier ? 'No item was run.' : '',
			ids.length > 0
				? `An earlier try has created tasks. ${readingFor(ids.length, readWith)} ${INSTEAD}${listed}.`
				: '',
			ids.length > 1 ? ALL_IDS : '',
		],
		money: moneySentence(costOf(error), earlier.length > 0),
		otherIds: ids,
		othersCharged: earlier.length > 0,
	};
}

/** More IDs would bury the sentences. */
const MOST_IDS = 3;

function firstOf(ids: readonly string[]): string[] {
	return ids.slice(0, MOST_IDS);
}

/** A task that couldn't be stopped, with what became of the others: all were tried. */
export function besideStops(error: AiAppError, { stopped, finished, left }: Stops): Beside {
	const others = left.filter((id) => id !== error.details.requestId);
	return {
		sentences: [
			stopped.length > 0 ? say`Other tasks that were stopped: ${firstOf(stopped)}.` : '',
			finished.length > 0 ? say`Had already finished: ${firstOf(finished)}.` : '',
			others.length > 0 ? say`Not stopped either: ${firstOf(others)}.` : '',
			[stopped, finished, others].some(({ length }) => length > MOST_IDS) ? ALL_IDS : '',
		],
		money: moneySentence(costOf(error)),
		otherIds: [...others, ...stopped, ...finished],
		othersCharged: false,
	};
}

const NEW_RUN = 'A new run with the same items creates all tasks again at full cost.';

type Hint = { readonly message: string; readonly type: 'info' | 'warning' };

/**
 * The finished tasks of an execution, what they were billed, and the items that have no result.
 * @param itemIndexAt the item index of a piece of work, by its place in the list
 */
export function sumOfItems(
	sums: Tally,
	itemIndexAt: (place: number) => number = (place) => place,
): Hint | undefined {
	const { all, failed, finished, invalid, refusal, refused, unsent } = sums;
	const ofFailed = inBilledSeconds(sums.failedSeconds);
	if (all < 2 || (finished + refused === 0 && !ofFailed)) return undefined;
	const have = invalid === 1 ? 'has' : 'have';
	const message = inOrder([
		finished > 0
			? `${counted(finished, 'task')} finished${inBilledSeconds(sums.billedSeconds)}.`
			: '',
		failed > 0 ? `${counted(failed, 'item')} failed${ofFailed}.` : '',
		invalid > 0
			? `${counted(invalid, 'item')} ${have} invalid values and didn't run ${placesOf(sums.invalidAt.map(itemIndexAt))}.`
			: '',
		unsent > 0 ? `${counted(unsent, 'item')} couldn't run.` : '',
		refusal ? say`${refusal}: ${counted(refused, 'item')} didn't run.` : '',
		refused > 0 && finished > 0 ? NEW_RUN : '',
	]);
	return { message, type: failed + invalid + unsent + refused > 0 ? 'warning' : 'info' };
}

/** What App: Check Inputs found for an item. */
export type Check = {
	readonly itemIndex: number;
	/** The labels of the inputs that can't be sent, or what else is wrong. */
	readonly invalidInputs: readonly string[];
	/** Max Tasks per Execution, if it is set for App: Run. */
	readonly maxTasks: number | undefined;
};

/** How many items' inputs a check found invalid: the node itself succeeds. */
export function sumOfChecks(checks: readonly Check[]): Hint | undefined {
	if (checks.length === 0) return undefined;
	const invalid = checks.filter(({ invalidInputs }) => invalidInputs.length > 0);
	const items = counted(checks.length, 'item');
	const most = Math.min(...checks.map(({ maxTasks }) => maxTasks ?? Infinity));
	const valid = checks.length - invalid.length;
	if (invalid.length > 0)
		return { message: ofInvalid(invalid, items, { valid, most }), type: 'warning' };
	const limited =
		most < valid
			? say`App: Run would stop before the first item. If 'On Error' is 'Continue', it runs up to ${most} ${LIMIT}.`
			: '';
	const found = say`The inputs of ${items} are valid. Nothing was created.`;
	return { message: inOrder([found, limited]), type: limited === '' ? 'info' : 'warning' };
}

const LIMIT = "('Max Tasks per Execution')";

type Room = { readonly valid: number; readonly most: number };

/** App: Run rejects all items before the first one, unless it continues after failures. */
function ofInvalid(invalid: readonly Check[], items: string, { valid, most }: Room): string {
	const labels = [...new Set(invalid.flatMap(({ invalidInputs }) => invalidInputs))];
	const have = invalid.length === 1 ? 'has' : 'have';
	const found = say`${invalid.length} of ${items} ${have} invalid inputs: ${labels}`;
	const others = most < valid ? say`up to ${most} of the others ${LIMIT}` : 'the others';
	return inOrder([
		`${inOrder([found, valid > 0 ? placesOf(invalid.map(({ itemIndex }) => itemIndex)) : ''])}.`,
		valid > 0
			? say`App: Run would stop before the first item. If 'On Error' is 'Continue', it runs ${others}.`
			: 'App: Run would reject them.',
	]);
}

/** The first invalid items, numbered as in n8n's errors. */
function placesOf(invalid: readonly number[]): string {
	const items = [...new Set(invalid)];
	const places = items.slice(0, MOST_IDS);
	const more = items.length > places.length ? ', ...' : '';
	return `[item ${places.join(', ')}${more}]`;
}

/** Says nothing for 0 seconds: the service may not have reported any. */
function inBilledSeconds(seconds: number): string {
	const billed = roundedSeconds(seconds);
	return billed > 0 ? ` (${counted(billed, 'billed second')})` : '';
}
