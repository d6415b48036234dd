import { settleSync } from '../../../client/index';
import type { ExecutionContext } from '../execution/context';
import type { Outcome } from '../facts/tally';
import { withSent, type PreparedWork } from './operation';

/**
 * The works that Max Tasks per Execution leaves no room for, at their places in the list. If a failure
 * ends the node, they would end it after the works before them were paid for. If there's no room for
 * the first, nothing is paid, and its own failure says more.
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
