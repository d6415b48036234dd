import { AiAppError, say, type Settled } from '../../../client/index';
import type { ItemResult } from '../execution/operation';
import type { Hints } from '../io/executionHints';

/** What came of an item; undefined when it was not begun. */
export type Outcome = Settled<ItemResult> | undefined;

/** Adds a hint with the number of tasks, the billed seconds and the failures of an execution. */
export function hintAtSum(hints: Pick<Hints, 'tell'>, outcomes: readonly Outcome[]): void {
	const tasks = outcomes.flatMap((outcome) => (outcome?.ok ? (outcome.value.task ?? []) : []));
	if (outcomes.length < 2 || tasks.length === 0) return;
	const billed = tasks.reduce((sum, { billedSeconds = 0 }) => sum + billedSeconds, 0);
	const failed = outcomes.filter((outcome) => outcome?.ok === false).length;
	const seconds = Math.round(billed * 10) / 10;
	const rest = failed > 0 ? `, ${failed} items did not succeed` : '';
	hints.tell(say`${tasks.length} tasks, ${seconds} billed seconds${rest}.`);
}

/** The results of the other items are lost to the workflow, but not to its owner. */
export function withOthers(error: AiAppError, outcomes: readonly Outcome[]): AiAppError {
	const ids = outcomes.flatMap(idsOf).map(String);
	const others = [...new Set(ids)].filter((id) => id !== error.details.requestId);
	if (others.length === 0) return error;
	return error.advising(
		say`${others.length} other tasks were created and may be charged; read them with Task: Get Outputs: ${others}.`,
	);
}

/** A task whose item failed, at the deadline or with its download, may have a result as well. */
function idsOf(outcome: Outcome): unknown[] {
	if (outcome?.ok) return outcome.value.items.flatMap(({ json }) => json.request_id ?? []);
	const { requestId } = outcome?.error instanceof AiAppError ? outcome.error.details : {};
	return requestId === undefined ? [] : [requestId];
}
