/** A service that asks for a longer pause is asked again after this time. */
const MAX_MS = 5 * 60_000;

/**
 * Reads a Retry-After header given in seconds. A date is not read: it would need a clock that agrees
 * with the service's.
 */
export function retryAfterMs(header: string | undefined): number | undefined {
	if (header === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(header)) return undefined;
	return Math.min(Number(header) * 1000, MAX_MS);
}
