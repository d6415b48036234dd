import type { IExecuteFunctions } from 'n8n-workflow';
import { requireRoom, requireRoomThisHour, type SpendingLimits } from '../../../client/index';
import { clock } from '../transport/clock';
import { executionState } from './executionState';
import { processMemory } from './processMemory';

/** What a node has spent in an execution. */
type Totals = { tasks: number; billedSeconds: number };

const NOTHING_SPENT: Totals = { tasks: 0, billedSeconds: 0 };

type TotalsByNode = { execution: string; nodes: Record<string, Totals> };

const MEMBER = 'aiAppSpending';

/**
 * What the runs of this node spend in one execution, and what the account spends in an hour.
 * @param maxTasksPerHour reads the credential's limit
 */
export function createNodeSpending(
	ctx: IExecuteFunctions,
	account: string,
	maxTasksPerHour: () => number,
) {
	const all = spentIn(ctx);
	// With a prefix, because a node may be called __proto__.
	const totals = (all.nodes[`node ${ctx.getNode().name}`] ??= { ...NOTHING_SPENT });
	return {
		bill: (seconds: number) => void (totals.billedSeconds += seconds),
		billedSeconds: () => totals.billedSeconds,
		giveBack: () => void (totals.tasks -= 1),
		reserve(limits: SpendingLimits) {
			const ofAccount = hourlyTasks(account);
			requireRoom(totals, limits);
			requireRoomThisHour(ofAccount.count(), maxTasksPerHour());
			totals.tasks += 1;
			const takeBackThisHour = ofAccount.add();
			return () => {
				totals.tasks -= 1;
				takeBackThisHour();
			};
		},
	};
}

/** "Retry" in the executions list is an execution of its own, although n8n hands it the old values. */
function spentIn(ctx: IExecuteFunctions): TotalsByNode {
	const all = executionState<TotalsByNode>(ctx, 'flow', MEMBER, () => ({
		execution: '',
		nodes: {},
	}));
	const execution = ctx.getExecutionId();
	if (all.execution !== execution) Object.assign(all, { execution, nodes: {} });
	return all;
}

const MINUTE_MS = 60_000;
const MINUTES = 60;

type HourlyCount = ReturnType<typeof createHourlyCount>;

/**
 * Counts the events of the last hour by the minute, so that it stays small however many events there are. An event counts until
 * its minute is an hour old.
 * @param now the clock's monotonic time
 */
export function createHourlyCount(now: () => number) {
	const byMinute = new Map<number, number>();
	const minuteNow = () => Math.floor(now() / MINUTE_MS);

	function change(minute: number, by: number): void {
		byMinute.set(minute, Math.max((byMinute.get(minute) ?? 0) + by, 0));
	}

	return {
		count(): number {
			const oldest = minuteNow() - MINUTES;
			for (const minute of byMinute.keys()) if (minute < oldest) byMinute.delete(minute);
			return [...byMinute.values()].reduce((sum, events) => sum + events, 0);
		},
		/** @returns takes the event back */
		add(): () => void {
			const minute = minuteNow();
			change(minute, 1);
			return () => change(minute, -1);
		},
	};
}

const counts = processMemory.inUse<HourlyCount>('hourlyTasks');

/**
 * How many tasks the executions of an account have created in this process within the hour. Asked for
 * at each task, because another account that asks removes a count of 0.
 */
function hourlyTasks(account: string): HourlyCount {
	for (const [other, { count }] of counts)
		if (other !== account && count() === 0) counts.delete(other);
	const count = counts.get(account) ?? createHourlyCount(clock.now);
	counts.set(account, count);
	return count;
}
