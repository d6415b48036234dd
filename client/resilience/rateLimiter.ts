import type { Clock } from '../ports';
import { backoffMs } from './backoff';

/** One slow-down for all items of an execution, so that a full service is not asked by each of them. */
export type RateLimiter = {
	/** Resolves when a create may be sent: true, or false when that is not before `giveUpAt`. */
	readonly ready: (signal: AbortSignal | undefined, giveUpAt: number) => Promise<boolean>;
	/** A create was refused because the service is full. */
	readonly refused: (askedForMs: number | undefined) => void;
	readonly accepted: () => void;
};

/** Creates that were held back are spread over this time. */
const SPREAD_MS = 100;

export function createRateLimiter(clock: Clock): RateLimiter {
	let refusals = 0;
	let openFrom = 0;

	return {
		async ready(signal, giveUpAt) {
			while (clock.now() < openFrom && !signal?.aborted) {
				const mine = openFrom;
				if (mine > giveUpAt) return false;
				await clock.sleep(mine - clock.now() + clock.random() * SPREAD_MS, signal);
			}
			return true;
		},
		refused(askedForMs) {
			// Items that were under way together are refused together: that is one refusal.
			if (clock.now() >= openFrom) refusals += 1;
			openFrom = Math.max(openFrom, clock.now() + backoffMs(refusals, clock.random, askedForMs));
		},
		accepted() {
			refusals = 0;
		},
	};
}
