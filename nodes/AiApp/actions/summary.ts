import { AiAppError, phaseOf, say, type Settled } from '../../../client/index';
import type { ItemResult } from '../execution/operation';
import { counted } from '../io/counted';
import type { Hints } from '../io/executionHints';

/** The outcome of an item; undefined if it wasn't started. */
export type Outcome = Settled<ItemResult> | undefined;

/** Adds a hint with the finished tasks of an execution, their billed seconds and the failed items. */
export function hintAtSum(hints: Pick<Hints, 'info'>, outcomes: readonly Outcome[]): void {
	const tasks = outcomes.flatMap((outcome) => (outcome?.ok ? (outcome.value.task ?? []) : []));
	const finished = tasks.filter(({ status }) => phaseOf(status).terminal);
	if (outcomes.length < 2 || finished.length === 0) return;
	const billed = finished.reduce((sum, { billedSeconds = 0 }) => sum + billedSeconds, 0);
	const failed = outcomes.filter((outcome) => outcome?.ok === false).length;
	const seconds = Math.round(billed * 10) / 10;
	const sum = `${counted(finished.length, 'task')} finished (${counted(seconds, 'billed second')}).`;
	hints.info(failed > 0 ? say`${sum} ${counted(failed, 'item')} failed.` : say`${sum}`);
}

/**
 * The first failure, with the tasks of the other items: the workflow loses their results, the user
 * does not.
 * @param readWith the operation that gets the result of such a task
 */
export function withOthers(
	error: AiAppError,
	outcomes: readonly Outcome[],
	readWith: string,
): AiAppError {
	const ids = outcomes.flatMap(idsOf).map(String);
	const others = [...new Set(ids)].filter((id) => id !== error.details.requestId);
	if (others.length === 0) return error;
	const [what, whose] = others.length === 1 ? ['a task', 'its result'] : ['tasks', 'their results'];
	return error.advising(
		say`${counted(others.length, 'other item')} in this execution already created ${what}, which may be charged. To keep going when an item fails, set 'On Error' to 'Continue' in this node's settings. Get ${whose} with ${readWith}: ${others}. You may be charged.`,
	);
}

/** The task of a failed item may have a result too, for example after a timeout. */
function idsOf(outcome: Outcome): unknown[] {
	if (outcome?.ok) return outcome.value.items.flatMap(({ json }) => json.request_id ?? []);
	const { requestId } = outcome?.error instanceof AiAppError ? outcome.error.details : {};
	return requestId === undefined ? [] : [requestId];
}
