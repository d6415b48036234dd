const SERVICE_OFFSET = '+08:00';

/**
 * A time of the service (`2026-01-11 12:43:14`, UTC+8, spec: Task) as ISO 8601 with its offset.
 * Texts that already carry a zone, and texts of another form, are passed on as they are.
 */
export function serviceTimeToIso(text: string | null | undefined): string | undefined {
	if (typeof text !== 'string' || text === '') return undefined;
	const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/.exec(text.trim());
	return match ? `${match[1]}T${match[2]}${SERVICE_OFFSET}` : text;
}

/** A time of the service in milliseconds since 1970, or undefined when it cannot be read. */
export function serviceTimeToMs(text: string | null | undefined): number | undefined {
	const iso = serviceTimeToIso(text);
	const ms = iso === undefined ? NaN : Date.parse(iso);
	return Number.isNaN(ms) ? undefined : ms;
}
