import type { Spending, SpendingLimits } from '../ports/spending';

/** A task that is about to be created, in the count of what is spent. */
export type Reservation = {
	/** Checks again: other items may have spent in the meantime. @throws AiAppError kind `budget` */
	readonly renew: () => void;
	/** For a task that was certainly not created. */
	readonly takeBack: () => void;
};

/** @throws AiAppError kind `budget` if a limit is reached */
export function reserveTask(spending: Spending, limits: SpendingLimits = {}): Reservation {
	let undo: (() => void) | undefined = spending.reserve(limits);

	function takeBack(): void {
		undo?.();
		undo = undefined;
	}

	return {
		takeBack,
		renew() {
			takeBack();
			undo = spending.reserve(limits);
		},
	};
}
