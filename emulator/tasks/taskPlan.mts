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

/** How the callback of a task is sent. */
export type CallbackPlan = {
	/** Milliseconds from the task's end to the first call; below 0, the end is told too early. */
	readonly offsetMs: number;
	/** How many times the same callback is sent, whatever is answered; 0 for never. */
	readonly copies: number;
	/** Milliseconds from one copy to the next; 0 for all of them at once. */
	readonly gapMs: number;
};

/**
 * Which outputs a successful task has: all `good`; `partial`, the last one rejected by the audit;
 * all `rejected`; `none`; good ones that come `late`; one that tells of an `error` and has no file.
 */
export type OutputsPlan = 'good' | 'partial' | 'rejected' | 'none' | 'late' | 'error';

const DEFAULT_LATE_MS = 1500;
export const DEFAULT_PLAN: TaskPlan = {
	queuingMs: 600,
	preparingMs: 400,
	runningMs: 2000,
	outcome: 'Success',
	notFoundMs: 300,
	outputs: 'good',
};

export const DEFAULT_CALLBACK_PLAN: CallbackPlan = { offsetMs: 0, copies: 1, gapMs: 0 };

/** Whether the outputs of a task that ended `age` ms ago are not there, or not yet. */
export function isHeldBack(
	{ outputs, outputsLateMs = DEFAULT_LATE_MS }: TaskPlan,
	age: number,
): boolean {
	return outputs === 'none' || (outputs === 'late' && age < outputsLateMs);
}
