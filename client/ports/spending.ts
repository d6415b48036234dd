/** What the user allows the runs of one node to spend in one execution; left out where there is no limit. */
export type SpendingLimits = {
	readonly maxTasks?: number | undefined;
	readonly maxBilledSeconds?: number | undefined;
};

/** Counts what is spent, however often the node runs or is retried. */
export type Spending = {
	/**
	 * Counts a task that is about to be created.
	 * @returns takes it back, for a task that was certainly not created
	 * @throws AiAppError kind `budget` if a limit is reached
	 */
	readonly reserve: (limits: SpendingLimits) => () => void;
	/** Takes a task out of the count that was canceled before it ran. */
	readonly giveBack: () => void;
	/** Adds what a task was billed. */
	readonly bill: (seconds: number) => void;
};
