/** A service that asks for a longer pause is asked again after this time. */
const MAX_MS = 5 * 60_000;

/** A larger number is a point in time, not a pause. */
const MAX_SECONDS = 24 * 60 * 60;

/** How long a refused caller is asked to wait: by Retry-After, else by `x-ratelimit-reset`. */
export function askedPauseMs(
	status: number,
	headers: Readonly<Record<string, string | undefined>>,
): number | undefined {
	const reset = status === 429 ? headers['x-ratelimit-reset'] : undefined;
	const resetMs = Number(reset) > MAX_SECONDS ? undefined : retryAfterMs(reset);
	return retryAfterMs(headers['retry-after']) ?? resetMs;
}

/**
 * Reads a Retry-After header given in seconds. A date is not read: it would need a clock that agrees
 * with the service's.
 */
export function retryAfterMs(header: string | undefined): number | undefined {
	if (header === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(header)) return undefined;
	return Math.min(Number(header) * 1000, MAX_MS);
}
