import type { Clock } from '../ports';
import { backoffMs } from './backoff';
import { CREATE_SPREAD_MS } from './timeLimits';

/** Backs off once for all items of an execution, so that not each of them calls a busy service. */
export type RateLimiter = {
	/** Resolves once a create request may be sent: true, or false if that isn't before `deadline`. */
	readonly acquire: (signal: AbortSignal | undefined, deadline: number) => Promise<boolean>;
	/** The service refused a create request because it is busy. */
	readonly onThrottled: (retryAfterMs: number | undefined) => void;
	readonly onAccepted: () => void;
};

export function createRateLimiter(clock: Clock): RateLimiter {
	let refusals = 0;
	let openFrom = 0;

	return {
		async acquire(signal, deadline) {
			while (clock.now() < openFrom && !signal?.aborted) {
				const mine = openFrom;
				if (mine > deadline) return false;
				await clock.sleep(mine - clock.now() + clock.random() * CREATE_SPREAD_MS, signal);
			}
			return true;
		},
		onThrottled(retryAfterMs) {
			// Items that are sent together are refused together: that is one refusal.
			if (clock.now() >= openFrom) refusals += 1;
			openFrom = Math.max(openFrom, clock.now() + backoffMs(refusals, clock.random, retryAfterMs));
		},
		onAccepted() {
			refusals = 0;
		},
	};
}
