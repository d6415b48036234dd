/** What an error of a kind means for the next request. */
export type Traits = {
	/** It may pass by itself: the same request may succeed later. */
	readonly isTransient?: true;
	/** The request may or may not have been executed. */
	readonly isAmbiguous?: true;
	/** The task is used up: another attempt deserves a task of its own. */
	readonly spendsTask?: true;
};

/** The sentence about money that the advice ends with; left out where none is involved. */
type Money = { readonly money?: string };

/** After a create: what to correct before the result of the task can be read. */
export type CallKindRow = Traits &
	Money & { readonly beforeCreate: string; readonly afterCreate: string };

export type TaskKindRow = Traits & Money & { readonly advice: string };
