/** How the callback of a task is sent. */
export type CallbackPlan = {
	/** Milliseconds from the task's end to the first call; below 0, the end is told too early. */
	readonly offsetMs: number;
	/** How many times the same callback is sent, whatever is answered; 0 for never. */
	readonly copies: number;
	/** Milliseconds from one copy to the next; 0 for all of them at once. */
	readonly gapMs: number;
};

export const CALLBACK_PLAN: CallbackPlan = { offsetMs: 0, copies: 1, gapMs: 0 };
