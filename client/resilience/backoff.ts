import { FIRST_BACKOFF_MS, MAX_BACKOFF_MS } from './timeLimits';

/**
 * Milliseconds to wait after the n-th failure in a row (n from 1): doubled each time, capped, spread
 * over the upper half so that many items do not come back at the same moment.
 */
export function backoffMs(n: number, random: () => number, retryAfterMs?: number): number {
	const full = Math.min(FIRST_BACKOFF_MS * 2 ** (n - 1), MAX_BACKOFF_MS);
	return Math.max(full * (0.5 + random() / 2), retryAfterMs ?? 0);
}
