import { createBoundedStore } from '../../../client/index';
import { clock } from '../transport/clock';

/**
 * In characters: some hundred apps, each with all its inputs and choices. However many executions
 * there were, over however many apps and accounts, no more than this is kept.
 */
const MAX_WEIGHT = 4_000_000;
const IDLE_MS = 60 * 60_000;

/**
 * The memory that the executions of this process share. It's lost with the process, and a second
 * copy after an update of the package does no harm: everything in it can be read or learned again.
 */
export const processMemory = createBoundedStore({
	maxWeight: MAX_WEIGHT,
	idleMs: IDLE_MS,
	now: clock.now,
});
