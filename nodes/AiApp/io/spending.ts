import type { IExecuteFunctions } from 'n8n-workflow';
import {
	requireRoom,
	requireRoomThisHour,
	type HourlyCount,
	type Spending,
	type Spent,
} from '../../../client/index';
import { keptInNode } from './nodeContext';

export type NodeSpending = Spending & {
	/** What this node has spent in this execution so far. */
	readonly spent: () => Spent;
};

type Kept = { -readonly [Member in keyof Spent]: Spent[Member] } & { execution: string };

const MEMBER = 'spent';

/**
 * What the runs of this node spend in one execution, and what the account spends in an hour.
 * @param maxTasksPerHour reads the credential's limit
 */
export function createNodeSpending(
	ctx: IExecuteFunctions,
	hourly: HourlyCount,
	maxTasksPerHour: () => number,
): NodeSpending {
	const kept = spentIn(ctx);
	return {
		spent: () => ({ tasks: kept.tasks, billedSeconds: kept.billedSeconds }),
		bill(seconds) {
			kept.billedSeconds += seconds;
		},
		reserve(limits) {
			requireRoom(kept, limits);
			requireRoomThisHour(hourly.count(), maxTasksPerHour());
			kept.tasks += 1;
			const takeBackThisHour = hourly.add();
			return () => {
				kept.tasks -= 1;
				takeBackThisHour();
			};
		},
	};
}

/** "Retry" in the executions list is an execution of its own, although n8n hands it the old context. */
function spentIn(ctx: IExecuteFunctions): Kept {
	const kept = keptInNode<Kept>(ctx, MEMBER, () => ({ execution: '', tasks: 0, billedSeconds: 0 }));
	const execution = ctx.getExecutionId();
	if (kept.execution !== execution) Object.assign(kept, { execution, tasks: 0, billedSeconds: 0 });
	return kept;
}
