import { AiAppError } from '../../../client/index';
import type { ExecutionContext } from '../execution/context';
import { tally, type Outcome, type Tally } from '../facts/tally';
import { toNodeError } from '../io/errors';
import { besideOthers } from '../words/sums';
import type { PreparedWork } from './operation';

/**
 * @param outcomes the items that were rejected before any was run
 * @throws the first failure, if there is one
 */
export function throwRejected(
	context: ExecutionContext,
	works: readonly PreparedWork[],
	outcomes: readonly Outcome[],
): void {
	const first = works[outcomes.findIndex((outcome) => outcome?.ok === false)];
	if (!first) return;
	const earlier = context.ledger.ofOthers(first.itemIndex).tasks;
	throwFirst(context, works, tally(outcomes, works.length, earlier));
}

/**
 * @param running tasks that may run on although they were to be stopped
 * @throws the first failure, if there is one
 */
export function throwFirst(
	{ ctx }: ExecutionContext,
	works: readonly PreparedWork[],
	sums: Tally,
	running: readonly string[] = [],
): void {
	if (!sums.first) return;
	const { error, index } = sums.first;
	const beside = error instanceof AiAppError ? besideOthers(error, sums, running) : undefined;
	throw toNodeError(ctx, error, works[index]?.itemIndex ?? 0, beside);
}
