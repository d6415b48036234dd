import { settleSync } from '../../../client/index';
import type { ExecutionContext } from '../execution/context';
import { tally, type Outcome } from '../facts/tally';
import { toNodeError } from '../io/errors';
import { besideOthers } from '../words/sums';
import { withSent, type PreparedWork } from './operation';

/**
 * Fails before anything is paid if Max Tasks per Execution leaves no room for all tasks. Otherwise the
 * node could fail at such a task, after the tasks before it were paid for. The first task isn't
 * checked: if it has no room, nothing was paid, and its own error says more.
 */
export function requireRoomForAll(context: ExecutionContext, works: readonly PreparedWork[]): void {
	const all = works.filter(({ limits }) => limits).length;
	let ahead = 0;
	const outcomes = works.map(({ itemIndex, limits }): Outcome => {
		if (!limits) return undefined;
		const before = ahead++;
		if (before === 0) return undefined;
		const room = settleSync(() => context.ports.spending.requireRoomAhead(limits, before, all));
		return room.ok
			? undefined
			: { ok: false, error: withSent(context.ledger, itemIndex, room.error) };
	});
	throwFirst(context, works, outcomes);
}

/**
 * Fails the node with the first failure, which also says what became of all others, and names the tasks
 * that earlier tries sent for items that this one hasn't started.
 * @param outcomes one for each work; undefined where nothing has come of it yet
 * @param running tasks that may run on although they were to be stopped
 * @throws the first failure, if there is one
 */
export function throwFirst(
	{ ctx, ledger }: Pick<ExecutionContext, 'ctx' | 'ledger'>,
	works: readonly PreparedWork[],
	outcomes: readonly Outcome[],
	running: readonly string[] = [],
): void {
	const sums = tally(outcomes, works.length, ledger.ofAll().tasks);
	if (!sums.first) return;
	const { error, index } = sums.first;
	const beside = besideOthers(error, sums, running);
	throw toNodeError(ctx, error, works[index]?.itemIndex ?? 0, beside);
}
