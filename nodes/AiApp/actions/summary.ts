import { AiAppError, counted, say, type Settled } from '../../../client/index';
import type { ItemResult } from '../execution/operation';
import type { Hints } from '../io/executionHints';

/** The outcome of an item; undefined if it wasn't started. */
export type Outcome = Settled<ItemResult> | undefined;

/** Adds a hint with the finished tasks of an execution, what they were billed, and the items that have no result. */
export function hintAtSum(hints: Pick<Hints, 'info'>, outcomes: readonly Outcome[]): void {
	const ended = outcomes.flatMap((outcome) => (outcome?.ok ? (outcome.value.ended ?? []) : []));
	const reused = outcomes.filter((outcome) => outcome?.ok && outcome.value.isReused).length;
	const failures = outcomes.flatMap((outcome) => (outcome?.ok === false ? [outcome.error] : []));
	const refused = failures.filter(isRefused).length;
	if (outcomes.length < 2 || ended.length + reused + refused === 0) return;
	const billed = sumOf(ended.map(({ billedSeconds }) => billedSeconds));
	const failed = failures.length - refused;
	const sentences = [
		ended.length > 0 &&
			`${counted(ended.length, 'task')} finished (${counted(round(billed, 10), 'billed second')}).`,
		reused > 0 && `${counted(reused, 'result')} reused.`,
		failed > 0 && `${counted(failed, 'item')} failed${billedFor(failures)}.`,
		refused > 0 && `${counted(refused, 'item')} didn't run because of a limit.`,
	];
	hints.info(say`${sentences.filter(Boolean).join(' ')}`);
}

/** What failed tasks cost, if anything. */
function billedFor(failures: readonly unknown[]): string {
	const seconds = failures.map((error) =>
		error instanceof AiAppError ? (error.details.billedSeconds ?? 0) : 0,
	);
	const billed = round(sumOf(seconds), 10);
	return billed > 0 ? ` (${counted(billed, 'billed second')})` : '';
}

/** Whether a limit of the user kept the item from having any task. */
export function isRefused(error: unknown): boolean {
	return error instanceof AiAppError && error.kind === 'budget' && !error.details.requestId;
}

function sumOf(numbers: readonly number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0);
}

function round(number: number, precision: number): number {
	return Math.round(number * precision) / precision;
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
	return error
		.about({ otherIds: others })
		.advising(
			say`${counted(others.length, 'other item')} in this execution already created ${what}, which may be charged. To keep going when an item fails, set 'On Error' to 'Continue' in this node's settings. Get ${whose} with ${readWith}: ${others}. You may be charged.`,
		);
}

/** The task of a failed item may have a result too, for example after a timeout. */
function idsOf(outcome: Outcome): unknown[] {
	if (outcome?.ok) return outcome.value.items.flatMap(({ json }) => json.request_id ?? []);
	const { requestId } = outcome?.error instanceof AiAppError ? outcome.error.details : {};
	return requestId === undefined ? [] : [requestId];
}
