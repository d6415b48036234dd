/** What happens to a task after its creation. Durations are in milliseconds. */
export type TaskPlan = {
	readonly queuingMs: number;
	readonly preparingMs: number;
	readonly runningMs: number;
	readonly outcome: 'Success' | 'Failed';
	readonly errorMessage?: string;
	/** The reason in the outputs of a failed task; by default `errorMessage`. */
	readonly outputMessage?: string;
	/** Status queries return 404 for this long after the creation. */
	readonly notFoundMs: number;
	readonly outputs: OutputsPlan;
	/** What the audit says of outputs that it did not reject: pending, approved or error. */
	readonly auditStatus?: 1 | 2 | 4;
	/** How long after the end the outputs of a `late` task appear. */
	readonly outputsLateMs?: number;
	/** How long after its creation its files are kept; by default as the specification says. */
	readonly expiresAfterMs?: number;
	/** Reported instead of `Running`, to test clients with an unknown status. */
	readonly unknownStatus?: string;
	/** Reported instead of the final status: the specification doesn't say that there are no others. */
	readonly unknownEnd?: string;
	/** How the callback of a task in webhook mode is sent; missing members have their defaults. */
	readonly callback?: Partial<CallbackPlan>;
	/** Responds to an open connection after this time even if the task isn't finished. */
	readonly openFor?: OpenPlan;
	/** Tasks ahead in the queue; the service sends -1 for unknown. */
	readonly queueCount?: number;
};

/** `record`: the flat record of the unfinished task; `id`: 202 with the request ID only. */
export type OpenPlan = { readonly ms: number; readonly answer: 'record' | 'id' };

/** How the callback of a task is sent. */
export type CallbackPlan = {
	/**
	 * Milliseconds from the task's end to the first call; below 0 it is sent before the task is
	 * finished.
	 */
	readonly offsetMs: number;
	/** How many times the callback is sent, regardless of the response; 0 for never. */
	readonly copies: number;
	/** Milliseconds between copies; 0 sends all of them at once. */
	readonly gapMs: number;
};

/**
 * Outputs of a successful task: all `good`; `partial`: the last one rejected by the audit; all
 * `rejected`; `none`; `late`: good, but some time after the end; `error`: one with an error and no
 * file.
 */
export type OutputsPlan = 'good' | 'partial' | 'rejected' | 'none' | 'late' | 'error';

const DEFAULT_LATE_MS = 1500;
const DEFAULT_PLAN: TaskPlan = {
	queuingMs: 600,
	preparingMs: 400,
	runningMs: 2000,
	outcome: 'Success',
	notFoundMs: 300,
	outputs: 'good',
};

export const DEFAULT_CALLBACK_PLAN: CallbackPlan = { offsetMs: 0, copies: 1, gapMs: 0 };

/** Whether a task that ended `age` ms ago shows no outputs (yet). */
export function isDelayed(
	{ outputs, outputsLateMs = DEFAULT_LATE_MS }: TaskPlan,
	age: number,
): boolean {
	return outputs === 'none' || (outputs === 'late' && age < outputsLateMs);
}

/** Which tasks a plan applies to. Without `times` it applies until it is replaced. */
export type PlanScope = { readonly appId?: number; readonly times?: number };

export type PlanQueue = ReturnType<typeof createPlanQueue>;

type Entry = { readonly plan: TaskPlan; readonly appId?: number; left: number };

/**
 * Plans with `times` come first, in the order added; then the one without, per app or for all.
 * @param usual members of the default plan that are different
 */
export function createPlanQueue(usual: Partial<TaskPlan> = {}) {
	const defaultPlan = { ...DEFAULT_PLAN, ...usual };
	let entries: Entry[] = [];

	/** Adds a plan for future tasks. Missing members come from the default plan. */
	function add(plan: Partial<TaskPlan>, { appId, times = Infinity }: PlanScope = {}): void {
		const stays = (entry: Entry) => entry.left !== Infinity || entry.appId !== appId;
		if (times === Infinity) entries = entries.filter(stays);
		entries.push({ plan: { ...defaultPlan, ...plan }, appId, left: times });
	}

	/** The plan for a new task; uses up one of its `times`. Tasks of models use plans for all apps. */
	function take(appId?: number): TaskPlan {
		const fitting = entries.filter((entry) => entry.appId === undefined || entry.appId === appId);
		const chosen =
			fitting.find((entry) => entry.left !== Infinity) ??
			fitting.find((entry) => entry.appId === appId) ??
			fitting[0];
		if (!chosen) return defaultPlan;
		chosen.left -= 1;
		entries = entries.filter((entry) => entry.left > 0);
		return chosen.plan;
	}

	return { add, take };
}
