import { DEFAULT_PLAN, type TaskPlan } from './taskPlan.mts';

/** Which tasks a plan applies to. Without `times` it applies until it is replaced. */
export type PlanScope = { readonly appId?: number; readonly times?: number };

export type PlanQueue = {
	/** Adds a plan for future tasks. Missing members come from the default plan. */
	add(plan: Partial<TaskPlan>, scope?: PlanScope): void;
	/**
	 * Returns the plan for a new task and uses up one of its `times`. Tasks of models have no app
	 * and use the plans that apply to all apps.
	 */
	take(appId?: number): TaskPlan;
	clear(): void;
};

type Entry = { readonly plan: TaskPlan; readonly appId?: number; left: number };

/** Plans with `times` come first, in the order added; then the one without, per app or for all. */
export function createPlanQueue(): PlanQueue {
	let entries: Entry[] = [];

	function add(plan: Partial<TaskPlan>, { appId, times = Infinity }: PlanScope = {}): void {
		const stays = (entry: Entry) => entry.left !== Infinity || entry.appId !== appId;
		if (times === Infinity) entries = entries.filter(stays);
		entries.push({ plan: { ...DEFAULT_PLAN, ...plan }, appId, left: times });
	}

	function take(appId?: number): TaskPlan {
		const fitting = entries.filter((entry) => entry.appId === undefined || entry.appId === appId);
		const chosen =
			fitting.find((entry) => entry.left !== Infinity) ??
			fitting.find((entry) => entry.appId === appId) ??
			fitting[0];
		if (!chosen) return DEFAULT_PLAN;
		chosen.left -= 1;
		entries = entries.filter((entry) => entry.left > 0);
		return chosen.plan;
	}

	return { add, take, clear: () => void (entries = []) };
}
