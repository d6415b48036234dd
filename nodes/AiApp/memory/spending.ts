import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import {
	requireRoom,
	requireRoomAhead,
	requireRoomThisHour,
	type SpendingLimits,
} from '../../../client/index';
import { clock } from '../time/clock';
import { executionState } from './executionState';
import { processMemory } from './processMemory';

/** What a node has spent in an execution. */
type Totals = { execution: string; tasks: number; billedSeconds: number };

const MEMBER = 'spending';

/**
 * What the runs of this node spend in one execution, and what the account spends in an hour.
 * @param maxTasksPerHour reads the credential's limit
 */
export function createNodeSpending(
	ctx: IExecuteFunctions,
	account: string,
	maxTasksPerHour: () => number,
) {
	const totals = spentIn(ctx);
	return {
		// Each run without an execution is counted separately.
		execution: ctx.getExecutionId() || randomUUID(),
		bill: (seconds: number) => void (totals.billedSeconds += seconds),
		billedSeconds: () => totals.billedSeconds,
		requireRoomAhead: (limits: SpendingLimits, ahead: number, all: number) =>
			requireRoomAhead(totals, limits, ahead, all),
		reserve(limits: SpendingLimits) {
			requireRoom(totals, limits);
			const takeBackThisHour = reserveThisHour(account, maxTasksPerHour());
			totals.tasks += 1;
			return () => {
				totals.tasks -= 1;
				takeBackThisHour();
			};
		},
	};
}

/** "Retry" in the executions list is an execution of its own, although n8n hands it the old values. */
function spentIn(ctx: IExecuteFunctions): Totals {
	const execution = ctx.getExecutionId();
	const begin = () => ({ execution, tasks: 0, billedSeconds: 0 });
	const totals = executionState(ctx, MEMBER, begin);
	return totals.execution === execution ? totals : Object.assign(totals, begin());
}

/**
 * A minute more than an hour: a create may take that long to reach the service, which then never
 * sees more than the limit in an hour.
 */
const COUNTED_MS = 61 * 60_000;

/** When executions of an account have created tasks in this process. */
const createdAt = processMemory.inUse<number[]>('hourlyTasks');

/**
 * Counts a task of the account for an hour, even without a limit: one may be set within that hour.
 * @returns a function that takes the task back
 * @throws AiAppError kind `budget` if the limit is reached
 */
function reserveThisHour(account: string, limit: number): () => void {
	const now = clock.now();
	for (const [each, times] of createdAt) {
		while ((times[0] ?? Infinity) <= now - COUNTED_MS) times.shift();
		if (times.length === 0) createdAt.delete(each);
	}
	const times = createdAt.get(account) ?? [];
	requireRoomThisHour(times.length, limit);
	times.push(now);
	createdAt.set(account, times);
	return () => {
		const index = times.indexOf(now);
		if (index >= 0) times.splice(index, 1);
	};
}
