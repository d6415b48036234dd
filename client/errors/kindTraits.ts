/** What an error of a kind means for the next request. */
export type Traits = {
	/** It may pass by itself: the same request may succeed later. */
	readonly isTransient?: true;
	/** The request may or may not have been executed. */
	readonly isAmbiguous?: true;
	/** The task is used up: another try deserves a task of its own. */
	readonly spendsTask?: true;
};

/** After a create: what to correct before the result of the task can be read. */
export type CallKindRow = Traits & { readonly beforeCreate: string; readonly afterCreate: string };

export type TaskKindRow = Traits & { readonly advice: string };
