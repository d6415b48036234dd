import type { IExecuteFunctions } from 'n8n-workflow';
import {
	counted,
	requireRoom,
	requireRoomThisHour,
	settleSync,
	type HourlyCount,
	type Spending,
} from '../../../client/index';
import { executionState } from './executionState';

export type NodeSpending = Spending & {
	/** Counts a result that was returned without a task. */
	readonly reuse: () => void;
	/** Writes the sum over all AI App nodes of the execution where the executions list can search it. */
	readonly publish: () => void;
};

/** What a node has spent in an execution, how many results it reused, and items it refused at a limit. */
type Kept = { tasks: number; billedSeconds: number; reused: number; refused: number };

type KeptByNode = { execution: string; nodes: Record<string, Kept> };

const MEMBER = 'aiAppSpending';
const SEARCHABLE = 'ai_app_spending';

/**
 * What the runs of this node spend in one execution, and what the account spends in an hour.
 * @param hourly the count of the account; asked for at each task, because an unused one is given up
 * @param maxTasksPerHour reads the credential's limit
 */
export function createNodeSpending(
	ctx: IExecuteFunctions,
	hourly: () => HourlyCount,
	maxTasksPerHour: () => number,
): NodeSpending {
	const all = spentIn(ctx);
	// With a prefix, because a node may be called __proto__.
	const kept = (all.nodes[`node ${ctx.getNode().name}`] ??= nothingSpent());
	return {
		bill: (seconds) => void (kept.billedSeconds += seconds),
		giveBack: () => void (kept.tasks -= 1),
		reuse: () => void (kept.reused += 1),
		reserve(limits) {
			const ofAccount = hourly();
			const room = settleSync(() => {
				requireRoom(kept, limits);
				requireRoomThisHour(ofAccount.count(), maxTasksPerHour());
			});
			if (!room.ok) {
				kept.refused += 1;
				throw room.error;
			}
			kept.tasks += 1;
			const takeBackThisHour = ofAccount.add();
			return () => {
				kept.tasks -= 1;
				takeBackThisHour();
			};
		},
		publish() {
			const text = sentenceOf(Object.values(all.nodes));
			// Older versions of n8n have no such data.
			if (text) (ctx.customData as typeof ctx.customData | undefined)?.set(SEARCHABLE, text);
		},
	};
}

/** "Retry" in the executions list is an execution of its own, although n8n hands it the old values. */
function spentIn(ctx: IExecuteFunctions): KeptByNode {
	const all = executionState<KeptByNode>(ctx, 'flow', MEMBER, () => ({
		execution: '',
		nodes: {},
	}));
	const execution = ctx.getExecutionId();
	if (all.execution !== execution) Object.assign(all, { execution, nodes: {} });
	return all;
}

function nothingSpent(): Kept {
	return { tasks: 0, billedSeconds: 0, reused: 0, refused: 0 };
}

/** Such as "3 tasks, 12.5 billed seconds, 1 reused, 2 refused"; empty if nothing was spent. */
function sentenceOf(nodes: readonly Kept[]): string {
	const sum = (member: keyof Kept) => nodes.reduce((total, kept) => total + kept[member], 0);
	const seconds = Math.round(sum('billedSeconds') * 10) / 10;
	const [tasks, reused, refused] = [sum('tasks'), sum('reused'), sum('refused')];
	if (tasks + reused + refused === 0) return '';
	const parts = [counted(tasks, 'task'), counted(seconds, 'billed second')];
	if (reused > 0) parts.push(`${reused} reused`);
	if (refused > 0) parts.push(`${refused} refused`);
	return parts.join(', ');
}
