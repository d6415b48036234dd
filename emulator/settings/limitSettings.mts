/** How much of a service an account gets. */
export type LimitSettings = {
	/** Tasks of apps that may be under way at once; creates beyond are refused. */
	readonly parallelTasks?: number;
};

export const DEFAULT_LIMITS: LimitSettings = {};
