const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SERVICE_OFFSET = 8 * HOUR;

/** How many days result files are kept (spec: limits). */
const VALIDITY_DAYS = 15;

/** Formats a time (epoch ms) as the service does: `YYYY-MM-DD HH:mm:ss` in UTC+8, without zone. */
export function serviceTime(instant: number): string;
export function serviceTime(instant: number | undefined): string | undefined;
export function serviceTime(instant: number | undefined): string | undefined {
	if (instant === undefined) return undefined;
	return new Date(instant + SERVICE_OFFSET).toISOString().slice(0, 19).replace('T', ' ');
}

type Lifetime = { readonly createdAt: number; readonly plan: { readonly expiresAfterMs?: number } };

/** When the files of a task expire (epoch ms). */
export function expiryOf(
	{ createdAt, plan: { expiresAfterMs } }: Lifetime,
	{ midnightExpiry }: { readonly midnightExpiry: boolean },
): number {
	if (expiresAfterMs !== undefined) return createdAt + expiresAfterMs;
	const startOfDay = Math.floor((createdAt + SERVICE_OFFSET) / DAY) * DAY - SERVICE_OFFSET;
	return (midnightExpiry ? startOfDay : createdAt) + VALIDITY_DAYS * DAY;
}
