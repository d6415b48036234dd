import type { CallbackPlan } from '../tasks/taskPlan.mts';
import type { Timers } from '../time/timers.mts';
import type { Attempt, DeliveryLog } from './deliveryLog.mts';

/** Where attempts are made, and when. */
type DeliveryContext = { readonly log: DeliveryLog; readonly timers: Timers };

const OK = 200;
/** Source: specification, limits. */
const MAX_ATTEMPTS = 10;
const RETRY_MS = 6000;

/** Sends as many copies as planned from now on, each with its own further attempts. */
export function deliverCopies(first: Attempt, plan: CallbackPlan, means: DeliveryContext): void {
	const now = means.timers.now();
	for (let copy = 1; copy <= plan.copies; copy += 1) {
		const wait = (copy - 1) * plan.gapMs;
		const start = () => void deliver({ ...first, copy }, means);
		if (wait === 0) start();
		else means.timers.at(now + wait, start);
	}
}

/** Tries until the receiver answers 200, or ten times. */
async function deliver(attempt: Attempt, means: DeliveryContext): Promise<void> {
	const { log, timers } = means;
	const { status, cause } = await log.attempt(attempt);
	if (status === OK || cause === 'closed' || attempt.attempt === MAX_ATTEMPTS) return;
	const next = { ...attempt, attempt: attempt.attempt + 1 };
	timers.at(timers.now() + RETRY_MS, () => void deliver(next, means));
}
