import type { CallbackPlan } from '../tasks/taskPlan.mts';
import type { Timers } from '../time/timers.mts';
import type { Attempt, DeliveryLog } from './deliveryLog.mts';

type DeliveryContext = { readonly log: DeliveryLog; readonly timers: Timers };

const OK = 200;
/** Both from the specification (spec: limits). */
const MAX_ATTEMPTS = 10;
const RETRY_MS = 6000;

/** Sends the planned copies of a callback, each with its own retries. */
export function deliverCopies(first: Attempt, plan: CallbackPlan, context: DeliveryContext): void {
	const now = context.timers.now();
	for (let copy = 1; copy <= plan.copies; copy += 1) {
		const wait = (copy - 1) * plan.gapMs;
		const start = () => void deliver({ ...first, copy }, context);
		if (wait === 0) start();
		else context.timers.at(now + wait, start);
	}
}

/** Retries until the receiver answers 200 or the attempts are used up. */
async function deliver(attempt: Attempt, context: DeliveryContext): Promise<void> {
	const { log, timers } = context;
	const { status, cause } = await log.attempt(attempt);
	if (status === OK || cause === 'closed' || attempt.attempt === MAX_ATTEMPTS) return;
	const next = { ...attempt, attempt: attempt.attempt + 1 };
	timers.at(timers.now() + RETRY_MS, () => void deliver(next, context));
}
