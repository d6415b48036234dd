import { settleSync } from '../../../client/index';
import type { ExecutionContext } from '../execution/context';
import type { Outcome } from '../facts/tally';
import { withSent, type PreparedWork } from './operation';

/**
 * Finds tasks that Max Tasks per Execution leaves no room for, and returns errors at their places
 * in the list. Otherwise the node could fail at such a task, after the tasks before it were paid
 * for. The first task isn't checked: if it has no room, nothing was paid, and its own error says
 * more.
 */
export function withoutRoom(
	context: Pick<ExecutionContext, 'ledger' | 'ports'>,
	works: readonly PreparedWork[],
): readonly Outcome[] {
	const all = works.filter(({ limits }) => limits).length;
	let ahead = 0;
	return works.map(({ itemIndex, limits }) => {
		if (!limits) return undefined;
		const before = ahead++;
		if (before === 0) return undefined;
		const room = settleSync(() => context.ports.spending.requireRoomAhead(limits, before, all));
		return room.ok
			? undefined
			: { ok: false, error: withSent(context.ledger, itemIndex, room.error) };
	});
}
