import { costOf, counted, inOrder, kindOf, say, type AiAppError } from '../../../client/index';
import { sentence } from './description';
import { moneySentence } from './money';
import type { Tally } from '../facts/tally';

/** What an error that ends the node says of the other items, after what it says of its own. */
export type Beside = ReturnType<typeof besideOthers>;

/**
 * What an error that ends the node says of the other items, because the workflow doesn't get them:
 * how many there are, what became of them, and their tasks.
 * @param running tasks that may run on although they were to be stopped
 */
export function besideOthers(error: AiAppError, sums: Tally, running: readonly string[] = []) {
	const { all, failedSeconds, otherIds, othersCharged } = sums;
	const own = failedSeconds > 0 ? `Billed: ${counted(failedSeconds, 'second')}.` : '';
	const { earlierIds = [], requestId } = error.details;
	const left = running.filter((id) => id !== requestId);
	return {
		otherIds,
		/** Whether something beside the error may have been charged. */
		othersCharged,
		/** Replaces the error's own sentence about money. */
		money: moneyBeside(error, othersCharged),
		sentences: [
			all < 2 ? own : countsIn(sums),
			left.length > 0 ? say`Not stopped either: ${left}.` : '',
			all < 2 ? '' : toGetOthers(error, sums),
			earlierIds.length + otherIds.length > 0 ? EACH_ID : '',
		],
	};
}

const CONTINUE = "To get the other results, set 'On Error' to 'Continue'.";
const RETRY =
	"To get the other results, set 'On Error' to 'Continue', save, and select 'Retry with currently saved workflow' under 'Executions'.";
const EACH_ID = "'Error details' has each known request ID.";

function toGetOthers({ kind, details }: AiAppError, { notRun, succeeded }: Tally): string {
	// n8n offers no retry of a stopped execution.
	if (kind === 'execution_stopped') return '';
	if (succeeded > 0) return details.createsNoTask ? CONTINUE : RETRY;
	const { countsAs, isOfAccount, isOfApp, isOfValue } = kindOf(kind);
	// Other items would meet the same limit, or have the same account or app.
	const isOfAll = countsAs === 'refused' || isOfAccount || (isOfApp && !isOfValue);
	return notRun > 0 && !isOfAll ? CONTINUE : '';
}

function moneyBeside(error: AiAppError, othersCharged: boolean): string {
	const cost = costOf(error);
	if (!othersCharged || cost === 'seconds') return moneySentence(cost);
	// The others may be variations of the same item.
	const isOther = cost === 'free' && error.details.variation === undefined;
	return isOther ? "You weren't charged for this item." : moneySentence('unknown');
}

type Hint = { readonly message: string; readonly type: 'info' | 'warning' };

/** What became of several items, unless it's plain to see. */
export function sumOfItems(sums: Tally): Hint | undefined {
	const { all, billedSeconds, succeeded } = sums;
	if (all < 2 || (succeeded === all && billedSeconds === 0)) return undefined;
	return { message: countsIn(sums), type: succeeded < all ? 'warning' : 'info' };
}

function countsIn(sums: Tally): string {
	const { all, failed, notRun, rejected, succeeded, unconfirmed } = sums;
	const parts = [
		billed(`${succeeded} of ${all} succeeded`, sums.billedSeconds),
		failed > 0 ? billed(`${failed} failed`, sums.failedSeconds) : '',
		unconfirmed > 0 ? `${unconfirmed} unconfirmed` : '',
		rejected > 0 ? `${rejected} ${rejected === 1 ? 'was' : 'were'} rejected` : '',
		notRun > 0 ? `${notRun} didn't run` : '',
	];
	return `${parts.filter(Boolean).join(', ')}.`;
}

/** Says nothing for 0 seconds: the service may not have reported any. */
function billed(what: string, seconds: number): string {
	return seconds > 0 ? `${what} (${counted(seconds, 'billed second')})` : what;
}

/** What App: Check Inputs found for an item. */
export type Check = {
	/** Why App: Run would reject it. */
	readonly reasons: readonly AiAppError[];
	/** Max Tasks per Execution, if it is set for App: Run. */
	readonly maxTasks: number | undefined;
};

/** How many items App: Run would reject: the check itself succeeds. */
export function sumOfChecks(checks: readonly Check[]): Hint | undefined {
	if (checks.length === 0) return undefined;
	const invalid = checks.filter(({ reasons }) => reasons.length > 0);
	const [reason] = invalid.flatMap(({ reasons }) => reasons);
	const items = counted(checks.length, 'item');
	const most = Math.min(...checks.map(({ maxTasks }) => maxTasks ?? Infinity));
	const isLimited = most < checks.length - invalid.length;
	const found = reason
		? sentence(say`App: Run would reject ${invalid.length} of ${items}, such as: ${reason}`)
		: say`The inputs of ${items} are valid. Nothing was created.`;
	const limited = isLimited ? say`'Max Tasks per Execution' allows only ${most}.` : '';
	return { message: inOrder([found, limited]), type: reason || isLimited ? 'warning' : 'info' };
}
