import type { CallbackPlan } from '../callbacks/callbackPlan.mts';

/** What happens to a task after its creation. Durations are in milliseconds. */
export type TaskPlan = {
	readonly queuingMs: number;
	readonly preparingMs: number;
	readonly runningMs: number;
	readonly outcome: 'Success' | 'Failed';
	readonly errorMessage?: string;
	/** Status queries answer 404 for this long after the creation. */
	readonly notFoundMs: number;
	readonly outputs: OutputsPlan;
	/** How long after the end the outputs of a `late` task appear. */
	readonly outputsLateMs?: number;
	/** Shown in place of `Running`, for clients that must live with words not yet known. */
	readonly unknownStatus?: string;
	/** How the callback of a task in webhook mode is sent; members left out are as usual. */
	readonly callback?: Partial<CallbackPlan>;
	/** How long a connection is held at most; then it is answered before the end of the task. */
	readonly heldFor?: HeldPlan;
	/** Tasks ahead in the queue; -1 is the service's word for unknown. */
	readonly queueCount?: number;
};

/** What is answered then: the flat record as it is, or 202 with the id alone. */
export type HeldPlan = { readonly ms: number; readonly answer: 'record' | 'id' };

/**
 * Which outputs a successful task has: all `good`; `partial`, the last one rejected by the audit;
 * all `rejected`; `none`; good ones that come `late`; one that tells of an `error` and has no file.
 */
export type OutputsPlan = 'good' | 'partial' | 'rejected' | 'none' | 'late' | 'error';

/** Which tasks a plan is for; without `times` it stands until it is replaced. */
export type PlanScope = { readonly appId?: number; readonly times?: number };

export type PlanBook = {
	/** Plans tasks to come. Members left out are those of the default plan. */
	add(plan: Partial<TaskPlan>, scope?: PlanScope): void;
	/**
	 * The plan of a task that is being created; uses up one of the plan's `times`. Tasks of models
	 * have no app and take plans for all apps.
	 */
	take(appId?: number): TaskPlan;
	clear(): void;
};

type Entry = { readonly plan: TaskPlan; readonly appId?: number; left: number };

const DEFAULT_LATENESS = 1500;
const DEFAULT_PLAN: TaskPlan = {
	queuingMs: 600,
	preparingMs: 400,
	runningMs: 2000,
	outcome: 'Success',
	notFoundMs: 300,
	outputs: 'good',
};

/** Whether the outputs of a task that ended `age` ms ago are not there, or not yet. */
export function isHeldBack(
	{ outputs, outputsLateMs = DEFAULT_LATENESS }: TaskPlan,
	age: number,
): boolean {
	return outputs === 'none' || (outputs === 'late' && age < outputsLateMs);
}

/** Plans with `times` come first, oldest first; then the standing one, the app's own if any. */
export function createPlanBook(): PlanBook {
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
